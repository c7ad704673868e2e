"""The smallest game: everybody adds; the host has a secret; a word makes drawing fail."""

import json

from tournaments.rules.engine import Refusal


class Tally:
    key = "tally"
    tick = ""

    def initial(self, setup):
        return {"n": 0, "last": "", "broken": False}

    def authorize(self, state, command, role, team, player=None):
        pass

    def prepare(self, game, state, command):
        return command

    def drawing_round(self, state):
        return None

    def is_over(self, state):
        return True

    def decide(self, state, command):
        if command.get("by", 1) < 0:
            raise Refusal("1", "negative")
        return [{"kind": "added", **command}]

    def evolve(self, state, event):
        return {
            "n": state["n"] + event.get("by", 1),
            "last": event.get("text", ""),
            "broken": event.get("broken", False),
        }

    def dump_state(self, state):
        return state

    load_state = dump_event = load_event = dump_state

    def is_step(self, command):
        return True

    def require_undoable(self, command):
        pass

    def is_stale_sensitive(self, command, role):
        return False

    def after_undo(self, current, restored, at):
        return restored

    def apply_effects(self, game, events):
        pass

    def follow_seats(self, game, before, after, actor):
        pass

    def readers(self, game, audiences):
        return {}

    def follow_game(self, game):
        pass

    def rewards(self, state):
        return []

    def halt(self, state):
        return None

    def explain_reward(self, code):
        return code

    def command_from_form(self, game, data, role, team):
        return {"do": "add", "by": int(data.get("by", 1)), "text": data.get("text", "")}

    def explain(self, game, refusal):
        return refusal.code

    def rules_url(self, paragraph):
        return f"/rules/#{paragraph}"

    def render(self, game, screen, audience, language):
        """What a screen shows: the number everywhere, a secret to the host, a button to whoever has a seat."""
        stored = json.loads(game.snapshot or "{}")
        state = stored.get("state", stored) or self.initial({})
        if state["broken"] and audience == "public":
            raise RuntimeError("the public's screen is broken")
        panels = {
            "number": f"<b>{state['n']}</b>",
            "who": f"{screen} {audience} {language}",
            "last": state["last"],
            "tick": self.tick,
            "steady": "always the same",
        }
        if audience == "host":
            panels["secret"] = f"secret of game {game.pk}"
        if audience != "public":
            panels["press"] = self.button(game, audience)
        return panels

    def button(self, game, audience):
        return (
            f'<form hx-post="/games/{game.pk}/add/" hx-target="#outcome"><input type="hidden" name="by" value="1">'
            f'<input type="hidden" name="command_id" value="{audience}-{game.seq}">'
            f'<button id="add" data-key="Space">Add to {game.seq}</button></form>'
        )
