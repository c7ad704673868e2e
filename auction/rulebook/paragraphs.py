"""Every paragraph in our own words, and how Sowa reads it."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.rulebooks import Paragraph, Section

PARAGRAPHS: tuple[Paragraph, ...] = (
    Paragraph(
        "1",
        _("Who may play"),
        _(
            "A pupil may play once the class register shows at least 10 attended lessons. "
            "Heads of house may play as well."
        ),
        _(
            "Sowa counts the lessons in the register on the day the roster is submitted. No minimum applies to heads "
            "of house. The school can set another number. Where it keeps no register for the season, no lessons are "
            "asked for."
        ),
    ),
    Paragraph(
        "2",
        _("Teams of three"),
        _("Teams compete here, not single players. Exactly three people make a team."),
        _(
            "All three belong to the same house, and the head of house may be one of them. "
            "Sowa accepts neither a pair nor a reserve player as a fourth name."
        ),
    ),
    Paragraph(
        "3",
        _("The captain"),
        _(
            "One of the three leads the team as its captain. The head of house chooses who it is, and may not choose "
            "themselves, even when playing in the team."
        ),
        _("A roster without a captain, or with the head of house as captain, is refused."),
    ),
    Paragraph(
        "4",
        _("Applying for a place"),
        _("Whoever wants to play writes an e-mail to the head of their house. The head then picks the team."),
        _(
            "An application sent through Sowa reaches the head both by e-mail and on the head's own page. "
            "Applying promises no place in the team."
        ),
    ),
    Paragraph(
        "5",
        _("Substitutes"),
        _(
            "If a player does not turn up, somebody else of the same house can take the seat. "
            "It takes the captain's consent."
        ),
        _(
            "The substitute meets the conditions of §1 on the evening itself and belongs to no other team; a head of "
            "house may come in, but not as captain. "
            "The captain gives consent on their own screen, and the record of the game keeps it."
        ),
    ),
    Paragraph(
        "6",
        _("Rounds and questions"),
        _(
            "The game has two rounds of five questions, each from a different category. Now and then a hint or the "
            "black box comes up for auction instead; those are extras and do not count as questions."
        ),
        _(
            "A category of questions comes up at most once in a round. Whoever wins an auction for a hint gets a token "
            "to be exchanged for one later; whoever wins the black box keeps the box. The points paid in such an "
            "auction leave the game, and the pot waiting for the next question stays as it was. A hint comes up at "
            "most once in a round, each black box once in the evening, and the wheel holds them only while it still "
            "holds a category, so they never keep a round from its last question. Before the game the host seals what "
            "is in the box; it is opened when all is decided, and never moves a point."
        ),
        ("questions_per_round", "special_hint", "special_black_box", "special_stakes"),
    ),
    Paragraph(
        "7",
        _("The four houses"),
        _(
            "The first round is a contest of four houses: Gryffindor plays in red, Hufflepuff in yellow, Ravenclaw in "
            "blue and Slytherin in green. A house that would rather not play, or cannot find three players, is left "
            "out, and the others play without it."
        ),
        _(
            "At least two houses are needed for a game. A house that is left out is not hidden: everyone can see that "
            "it is missing, and why."
        ),
    ),
    Paragraph(
        "8",
        _("Points to begin with"),
        _("Each team starts with 50 points. They are what it bids with when it wants to answer a question."),
        "",
        ("start_points",),
    ),
    Paragraph(
        "9",
        _("The draw and the ante"),
        _("The host draws a category. Before anyone can bid, each team pays an ante of 3 points."),
        _(
            "Sowa draws at random from the categories that are left, in a way that anyone can check afterwards. "
            "The antes go straight into the pot."
        ),
        ("ante",),
    ),
    Paragraph(
        "10",
        _("The captain decides"),
        _(
            "At the auction the captain alone acts for the team. "
            "Where the team has to make up its mind, the captain's word is final."
        ),
        _(
            "Other players see the auction but cannot bid. If the captain's device fails, the host may enter the bid "
            "for them, and the record says so."
        ),
    ),
    Paragraph(
        "11",
        _("How to bid"),
        _(
            "A captain raises by writing the team's name and a number of points in the main chat, "
            "for example “Czerwoni 5”. A command with a slip in it, even a typing error, "
            "does not count until it is written correctly."
        ),
        _(
            "The number is the team's total in this auction, ante included. It has to beat the highest total so far, "
            "and the team must be able to pay it. Capital letters and extra spaces make no difference, all the rest "
            "must be exact. Only the author sees a wrong command, together with what is wrong in it."
        ),
        ("min_raise", "bid_includes_ante"),
    ),
    Paragraph(
        "12",
        _("Too few points for the ante"),
        _("A team that cannot pay the ante of 3 points is out. It takes no further part in the auctions."),
        _(
            "Sowa checks this at every draw. If that leaves at most one team, nothing is drawn and the round is over: "
            "the team that is left takes the pot and wins the round. Between auctions the host can bring a team back "
            "into the game, giving a reason."
        ),
        ("ante",),
    ),
    Paragraph(
        "13",
        _("The pot"),
        _("Whatever the teams pay in an auction makes up the pot of that question. Bids that were beaten stay in it."),
        _(
            "A raise costs only the difference to what the team has already paid. "
            "Auctions for a hint or the black box are the exception (§6)."
        ),
    ),
    Paragraph(
        "14",
        _("Who answers"),
        _("The team that has put most into the pot wins the auction. It alone answers the question."),
        _(
            "If nobody bids, nobody answers: the antes stay in the pot, the category is used up, and no question has "
            "been played. Va banque has a rule of its own (§15)."
        ),
        ("bid_includes_ante",),
    ),
    Paragraph(
        "15",
        _("Va banque"),
        _(
            "A captain can stake everything at once by writing the team's name and the words VA BANQUE!, for example "
            "“Czerwoni VA BANQUE!”. The bidding stops and the question is theirs. "
            "With a wrong answer the team has lost all its points and leaves the game."
        ),
        _(
            "Taken at its word, the rule lets a team go va banque even with fewer points than a rival has bid; it only "
            "needs something to risk. Afterwards it has nothing left to buy a hint with, but may use a token. "
            "In an auction for a hint or the black box va banque costs all the points, "
            "yet does not itself put the team out."
        ),
        ("va_banque_must_top",),
    ),
    Paragraph(
        "16",
        _("Teams that do not bid"),
        _(
            "The host reprimands a team that stays out of the bidding. "
            "The first reprimand costs nothing; a repeated one costs 5 points."
        ),
        _(
            "Before closing the bidding the host sees who would be reprimanded, and may excuse a team with a reason, "
            "such as a lost connection. A team that had nothing left after the ante is spared, and so is everyone when "
            "va banque cut the bidding short. A penalty takes no account below zero, and the final starts with a clean "
            "sheet."
        ),
        ("reprimand_penalty",),
    ),
    Paragraph(
        "17",
        _("Time to answer"),
        _(
            "The team may confer for 15 seconds. After that the answer is due at once, "
            "from the captain or from a player whom the captain has named."
        ),
        _(
            "The clock starts when the host confirms that the question has been read. An answer within 5 seconds after "
            "the end is still in time; a later one is marked late, and the host decides whether to accept it. "
            "The captain names the player on their own screen."
        ),
        ("answer_seconds", "answer_grace", "clock_from"),
    ),
    Paragraph(
        "18",
        _("Right and wrong answers"),
        _(
            "With a right answer the team takes the whole pot. With a wrong one the pot waits and grows for the next "
            "question. When the round has no next question, the winner of the round gets it."
        ),
        _(
            "The accounts after the last question settle who has won the round; only then is the waiting pot added. "
            "It can make the winner richer, but never change who the winner is."
        ),
        ("duel_wrong",),
    ),
    Paragraph(
        "19",
        _("Buying a hint"),
        _(
            "A team in doubt can buy a hint from the host for a third of the pot, rounded down. It sees four possible "
            "answers, one of them right. Once they are shown there are 15 seconds to confer, and then the captain "
            "gives the answer that counts."
        ),
        _(
            "The price comes from the team's account and leaves the game; the pot stays whole. "
            "There is one hint to a question, bought or taken for a token (§6), and a team has to be able to pay for "
            "it. After a hint only the captain answers, and the same seconds of grace apply as in §17."
        ),
        ("hint_divisor", "answer_seconds", "answer_grace"),
    ),
    Paragraph(
        "20",
        _("Points from the host"),
        _(
            "The host may sweeten the pot with extra points to liven things up. "
            "It has to be done before the bidding opens."
        ),
        _("The host adds whole points between the draw and the bidding, and only where a question is at stake."),
    ),
    Paragraph(
        "21",
        _("Who reaches the final"),
        _(
            "After five questions the richest team goes through. "
            "The second round is the final, and there it meets the Masters."
        ),
        _(
            "If teams are level, Sowa stops and shows it. It first proposes the team with more right answers in this "
            "round, then a lot that anyone can check; the host may also decide otherwise, for instance by an extra "
            "question. The host confirms one of these and gives a reason. If no team is left, there is no final."
        ),
    ),
    Paragraph(
        "22",
        _("Points for those who miss the final"),
        _(
            "A team that holds out to the end without reaching the final has still played for its house. "
            "What it owns after the fifth question goes into the house ranking."
        ),
        _(
            "The rulebook says “second round” here. Sowa takes it to mean the round before the final, that is, the "
            "first. Teams that dropped out on the way earn nothing."
        ),
    ),
    Paragraph(
        "23",
        _("The final"),
        _(
            "Two teams meet in the second round. One has won the first; "
            "the other are the Masters, special guests whom the school's directors invite."
        ),
        _(
            "The Masters may also stand for the house that won the last edition (§28). The head of that house names "
            "them, and Sowa proposes the previous winners. The house may send a team to the first round too, "
            "but nobody may sit in both."
        ),
    ),
    Paragraph(
        "24",
        _("The Masters' points"),
        _("The Masters get as many points as the finalist brings along. The final thus begins level."),
        _(
            "What counts is the finalist's account with the last pot already added (§18). Reprimands and used "
            "categories start afresh, while tokens won in the first round are kept."
        ),
    ),
    Paragraph(
        "25",
        _("One on one"),
        _("The final is played by the rules of the first round. It adds a single category, one on one."),
        _(
            "The rulebook does not say how it works, so Sowa follows the television show: the teams strike out "
            "categories in turn, there is no bidding for the last one left, and whoever presses first answers for the "
            "pot. It counts as a question, and hints are sold as usual. After a wrong answer, or none at all, the pot "
            "waits for the next question (§18)."
        ),
        ("special_one_on_one", "duel_order", "duel_wrong"),
    ),
    Paragraph(
        "26",
        _("Who wins the game"),
        _("The final, too, has five questions. Whoever then has more points is the winner of the whole game."),
        _(
            "A pot still waiting at the end goes to the winner and does not decide who that is (§18). "
            "If one team drops out of the final, the other has won."
        ),
        ("questions_per_round",),
    ),
    Paragraph(
        "27",
        _("A tie in the final"),
        _("If the accounts are equal after the last question, there is no play-off. The Masters have won."),
        _(
            "The accounts are compared before a waiting pot is added, so after a tie that pot is the Masters' too. "
            "They also win if neither team is left in the final; the pot then leaves the game."
        ),
    ),
    Paragraph(
        "28",
        _("If the challengers win"),
        _(
            "The team that has beaten the Masters takes over their title, and at the next edition its house fills "
            "their box. The points it has won go into the house ranking. For one week its players "
            "are half-operators of the Great Hall chat; bad conduct can end that sooner."
        ),
        _(
            "As written, the bonus for first place is for the Masters only (§29), so the challengers get their points "
            "and nothing on top. Sowa records from when to when the rights last; "
            "taking them away early needs a reason."
        ),
    ),
    Paragraph(
        "29",
        _("If the Masters win"),
        _(
            "The Masters become half-operators of the Great Hall for two weeks, except for those who are on the staff. "
            "They get the points they finished with and 400 for first place. Their opponents' house gets that team's "
            "final points and 300 for second place."
        ),
        _(
            "The Masters' points go into the ranking only when they play for a house; guests of the directors have no "
            "house to win for. The challengers keep the 300 even if they dropped out during the final."
        ),
        ("first_place_bonus", "second_place_bonus"),
    ),
)


def _between(first: int, last: int) -> tuple[Paragraph, ...]:
    return PARAGRAPHS[first - 1 : last]


SECTIONS: tuple[Section, ...] = (
    Section("players", _("Who plays"), _between(1, 7)),
    Section("auction", _("The auction"), _between(8, 16)),
    Section("questions", _("Questions and hints"), _between(17, 20)),
    Section("round-end", _("The end of a round"), _between(21, 22)),
    Section("final", _("The final"), _between(23, 27)),
    Section("rewards", _("Rewards"), _between(28, 29)),
)
