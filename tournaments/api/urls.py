"""Addresses of clubs, players, tournaments and entries, under /api/v1/; those of rounds and tables join them."""

from django.urls import include, path

from tournaments.api import clubs, entries, files, keeping_apart, players, tournaments, undoing

urlpatterns = [
    path("clubs/", clubs.ClubListView.as_view(), name="club-list"),
    path("clubs/<slug:slug>/", clubs.ClubDetailView.as_view(), name="club-detail"),
    path("clubs/<slug:slug>/roles/", clubs.RoleListView.as_view(), name="role-list"),
    path("clubs/<slug:slug>/roles/<int:user_id>/", clubs.RoleDetailView.as_view(), name="role-detail"),
    path("clubs/<slug:slug>/players/", players.PlayerListView.as_view(), name="player-list"),
    path("clubs/<slug:slug>/players/import/", players.PlayerImportView.as_view(), name="player-import"),
    path("clubs/<slug:slug>/players/<int:player_id>/", players.PlayerDetailView.as_view(), name="player-detail"),
    path("clubs/<slug:slug>/partnerships/", players.PartnershipListView.as_view(), name="partnership-list"),
    path("clubs/<slug:slug>/partnerships/import/", players.PartnershipImportView.as_view(), name="partnership-import"),
    path("tournaments/", tournaments.TournamentListView.as_view(), name="tournament-list"),
    path("tournaments/<slug:slug>/", tournaments.TournamentDetailView.as_view(), name="tournament-detail"),
    path("tournaments/<slug:slug>/movement-advice/", tournaments.MovementAdviceView.as_view(), name="movement-advice"),
    path("tournaments/<slug:slug>/reopening/", tournaments.ReopeningView.as_view(), name="tournament-reopening"),
    path("tournaments/<slug:slug>/seal/", tournaments.SealingView.as_view(), name="tournament-seal"),
    path("tournaments/<slug:slug>/entries/", entries.EntryListView.as_view(), name="entry-list"),
    path("tournaments/<slug:slug>/entries/import/", entries.EntryImportView.as_view(), name="entry-import"),
    path("tournaments/<slug:slug>/partner-draw/", entries.PartnerDrawView.as_view(), name="partner-draw"),
    path("tournaments/<slug:slug>/arrangements/", entries.ArrangementsView.as_view(), name="arrangements"),
    path("tournaments/<slug:slug>/kept-apart/", keeping_apart.GroupsView.as_view(), name="kept-apart"),
    path("entries/<int:entry_id>/withdrawal/", entries.WithdrawalView.as_view(), name="entry-withdrawal"),
    path("entries/<int:entry_id>/absences/", entries.AbsenceListView.as_view(), name="entry-absences"),
    path("entries/<int:entry_id>/absences/<int:number>/", entries.AbsenceDetailView.as_view(), name="entry-absence"),
    path("entries/<int:entry_id>/replacements/", entries.ReplacementListView.as_view(), name="entry-replacement"),
    path("clubs/<slug:slug>/file/", files.ClubFileView.as_view(), name="club-file"),
    path("tournaments/<slug:slug>/file/", files.TournamentFileView.as_view(), name="tournament-file"),
    path("files/", files.FileListView.as_view(), name="file-list"),
    path("files/schema/", files.FileSchemaView.as_view(), name="file-schema"),
    path("clubs/<slug:slug>/acts/", undoing.ActListView.as_view(), name="act-list"),
    path("acts/<int:act_id>/", undoing.ActDetailView.as_view(), name="act-detail"),
    path("acts/<int:act_id>/undoing/", undoing.UndoingView.as_view(), name="act-undoing"),
    path("tournaments/<slug:slug>/restore-points/", undoing.RestorePointListView.as_view(), name="restore-point-list"),
    path(
        "tournaments/<slug:slug>/restore-points/<int:number>/",
        undoing.RestorePointDetailView.as_view(),
        name="restore-point-detail",
    ),
    path("", include("tournaments.api.result_urls")),
]
