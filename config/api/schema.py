"""What the schema says about every address: each may refuse, with one kind of body."""

from __future__ import annotations

from typing import Any

from config.api.problems import MEDIA_TYPE

PROBLEM: dict[str, Any] = {
    "type": "object",
    "description": "A refusal. `code` is permanent; `detail` is a sentence for people; `errors` names all faults.",
    "required": ["type", "title", "status", "code", "detail", "errors"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "code": {"type": "string"},
        "detail": {"type": "string"},
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["code", "path", "detail"],
                "properties": {
                    "code": {"type": "string"},
                    "path": {"type": "string", "description": "Where in the request, such as `auction[3].bid`."},
                    "detail": {"type": "string"},
                },
            },
        },
    },
}
METHODS = frozenset({"get", "post", "put", "patch", "delete"})


def add_problems(result: dict[str, Any], generator: Any, request: Any, public: Any) -> dict[str, Any]:
    """Give every operation its refusals."""
    del generator, request, public
    result["components"].setdefault("schemas", {})["Problem"] = PROBLEM
    refusal = {
        "description": "Refused",
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
    for operations in result["paths"].values():
        for method, operation in operations.items():
            if method in METHODS:
                operation["responses"]["4XX"] = refusal
    return result
