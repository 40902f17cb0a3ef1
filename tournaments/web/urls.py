"""Addresses of the pages for people."""

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path

from tournaments.web import (
    clubs,
    entries,
    hands,
    home,
    phone,
    players,
    prints,
    public,
    publications,
    rounds,
    tables,
    tournaments,
)

urlpatterns = [
    path("", home.home, name="home"),
    path("login/", LoginView.as_view(template_name="registration/login.html"), name="login"),
    path("logout/", LogoutView.as_view(next_page="home"), name="logout"),
    path("t/<str:token>/", phone.table_page, name="phone"),
    # Clubs and their people
    path("clubs/new/", clubs.club_create, name="club-create"),
    path("clubs/<slug:slug>/", clubs.club_page, name="club"),
    path("clubs/<slug:slug>/settings/", clubs.club_settings, name="club-settings"),
    path("clubs/<slug:slug>/roles/", clubs.club_roles, name="club-roles"),
    path("clubs/<slug:slug>/roles/<int:user_id>/revoke/", clubs.club_role_revoke, name="club-role-revoke"),
    path("clubs/<slug:slug>/players/", players.club_players, name="club-players"),
    path("clubs/<slug:slug>/players/upload/", players.club_players_upload, name="club-players-upload"),
    path("clubs/<slug:slug>/players/<int:player_id>/", players.player_rename, name="player-rename"),
    path("clubs/<slug:slug>/partnerships/", players.club_partnerships, name="club-partnerships"),
    path("clubs/<slug:slug>/tournaments/new/", tournaments.tournament_create, name="tournament-create"),
    # Running a tournament
    path("tournaments/<slug:slug>/manage/", tournaments.tournament_manage, name="tournament-manage"),
    path("tournaments/<slug:slug>/settings/", tournaments.tournament_settings, name="tournament-settings"),
    path("tournaments/<slug:slug>/reopen/", tournaments.tournament_reopen, name="tournament-reopen"),
    path("tournaments/<slug:slug>/entries/", entries.tournament_entries, name="tournament-entries"),
    path("tournaments/<slug:slug>/entries/known/", entries.tournament_entries_known, name="tournament-entries-known"),
    path("entries/<int:entry_id>/withdraw/", entries.entry_withdraw, name="entry-withdraw"),
    path("entries/<int:entry_id>/replace/", entries.entry_replace, name="entry-replace"),
    path("tournaments/<slug:slug>/draw/", rounds.round_draw, name="round-draw"),
    path("rounds/<int:round_id>/desk/", rounds.round_desk, name="round-desk"),
    path("rounds/<int:round_id>/redraw/", rounds.round_redraw, name="round-redraw"),
    path("rounds/<int:round_id>/draws/<int:draw_id>/publish/", rounds.draw_publish, name="draw-publish"),
    path("rounds/<int:round_id>/clock/", rounds.round_clock, name="round-start-clock"),
    path("rounds/<int:round_id>/close/", rounds.round_close, name="round-close"),
    path("tables/<int:table_id>/desk/", tables.table_desk, name="table-desk"),
    path("tables/<int:table_id>/legs/<int:leg>/hands/<int:number>/", tables.hand_enter, name="hand-enter"),
    path("tables/<int:table_id>/legs/<int:leg>/hands/<int:number>/correct/", tables.hand_correct, name="hand-correct"),
    path("tables/<int:table_id>/time/", tables.table_call_time, name="table-call-time"),
    path("tables/<int:table_id>/first/", tables.table_first_starter, name="table-first-starter"),
    path("tournaments/<slug:slug>/links/", prints.table_links, name="table-links"),
    path("tournaments/<slug:slug>/links/<int:number>/renew/", prints.table_link_renew, name="table-link-renew"),
    # For everybody
    path("tournaments/<slug:slug>/", public.tournament_page, name="tournament"),
    path("tournaments/<slug:slug>/seating/", public.tournament_seating, name="tournament-seating"),
    path("tournaments/<slug:slug>/standings/", public.tournament_standings, name="tournament-standings"),
    path("tournaments/<slug:slug>/hall/", public.tournament_hall, name="tournament-hall"),
    path("tournaments/<slug:slug>/publications/", publications.publication_list, name="publications"),
    path("tournaments/<slug:slug>/publications/<int:number>/", public.publication_page, name="publication"),
    path("rounds/<int:round_id>/", public.round_results, name="round-results"),
    path("tables/<int:table_id>/legs/<int:leg>/hands/<int:number>/view/", hands.hand_page, name="hand"),
    path("entries/<int:entry_id>/", public.entry_page, name="entry"),
    # Paper
    path("rounds/<int:round_id>/print/seating/", prints.seating_print, name="print-seating"),
    path("rounds/<int:round_id>/print/score-sheets/", prints.score_sheets_print, name="print-score-sheets"),
    path("tournaments/<slug:slug>/print/tables/", prints.table_sheets_print, name="print-tables"),
    path("tournaments/<slug:slug>/print/standings/", prints.standings_print, name="print-standings"),
]
