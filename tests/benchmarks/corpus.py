"""Questions by the hundred thousand, made up of real Russian and Polish words in their real forms.

Words are written down as stems with the endings of their declension or conjugation, some with vowels and consonants
that change («день», «дня»; «ręka», «ręce»). Frequencies follow Zipf's law: function words first, then common words,
then derived ones, and a long tail of names and numbers. :func:`alter` writes a question anew: other forms, another
order, ё.
"""

from __future__ import annotations

import bisect
import functools
import itertools
import random

_RU_FUNCTION = (
    "в и не на он с что а по это к но из у за о от для как же так только его который был бы до или если когда где мы "
    "они этот после перед при между чтобы уже ещё даже тоже были том тем них ему её со без под над"
)
RU_FUNCTION = _RU_FUNCTION.split()
_PL_FUNCTION = (
    "w i nie na on z że a po to do ale od u za o dla jak tak tylko jego który był by lub gdy gdzie my oni ten przed "
    "przy między aby już jeszcze nawet też byli tym ich jej ze bez pod nad"
)
PL_FUNCTION = _PL_FUNCTION.split()

RU_ENDINGS = {
    "m": ("", "а", "у", "ом", "е", "ы", "ов", "ам", "ами", "ах"),
    "mk": ("", "а", "у", "ом", "е", "и", "ов", "ам", "ами", "ах"),
    "a": ("а", "ы", "е", "у", "ой", "", "ам", "ами", "ах"),
    "ak": ("а", "и", "е", "у", "ой", "", "ам", "ами", "ах"),
    "ija": ("ия", "ии", "ию", "ией", "ий", "иям", "иями", "иях"),
    "soft": ("ь", "и", "ью", "ей", "ям", "ями", "ях"),
    "tel": ("ь", "я", "ю", "ем", "е", "и", "ей", "ям", "ями", "ях"),
    "o": ("о", "а", "у", "ом", "е", "", "ам", "ами", "ах"),
    "nie": ("ие", "ия", "ию", "ием", "ии", "ий", "иям", "иями", "иях"),
    "adj": ("ый", "ого", "ому", "ым", "ом", "ая", "ой", "ую", "ое", "ые", "ых", "ыми"),
    "adjk": ("ий", "ого", "ому", "им", "ом", "ая", "ой", "ую", "ое", "ие", "их", "ими"),
    "at": ("ать", "аю", "аешь", "ает", "аем", "аете", "ают", "ал", "ала", "ало", "али", "ающий", "авший", "ая"),
    "it": ("ить", "ю", "ишь", "ит", "им", "ите", "ят", "ил", "ила", "ило", "или", "ивший", "ящий"),
    "ovat": ("овать", "ую", "уешь", "ует", "уем", "уете", "уют", "овал", "овала", "овали", "ующий", "овавший"),
}
RU_WORDS = {
    "m": "стол город дом год век мир театр роман автор герой закон народ завод остров океан поезд самолет корабль",
    "mk": "человек язык звук знак полк мальчик ученик рынок художник праздник памятник охотник враг друг берег флаг"
    " подвиг рог порог лог химик физик механик критик политик праотец двойник",
    "a": "книг комнат стран вод гор сестр жен трав рек звезд игр карт шахмат планет ракет газет монет маск корон башн"
    " гитар труб скрипк опер поэм драм ламп картин машин вершин равнин долин причин половин старин",
    "ak": "рук ног строк наук собак книг дорог бумаг подруг улиток рыбак бабочк загадк марк банк лодк юбк ложк чашк",
    "ija": "арм истор теор эпох комед трагед лин станц экспедиц революц традиц нац професс верс мисс полиц академ",
    "soft": "ноч площад жизн смерт роскош мыш тетрад кроват печат реч помощ нефт соль част власт скорост новост радост"
    " повест лошад площад област крепост",
    "tel": "учител писател читател строител двигател водител зрител победител создател изобретател покупател родител",
    "o": "слов мест окн яйц озер крыл зеркал золот серебр дерев кресл полотн болот колес чувств искусств общество"
    " королевств правительств хозяйств производств единств",
    "nie": "здан назван сражен открыт движен решен значен сочинен изображен правлен строен рожден событ имен растен"
    " писан сознан желан внимани создан собран воспитан преступлен стихотворен произведен",
    "adj": "нов стар красн бел черн зелен знаменит известн первобытн народн древн умн длинн коротк главн военн морск"
    " любим больн цветн лесн речн каменн железн деревянн стеклянн золот серебрян медн бронзов",
    "adjk": "русск польск немецк француз английск японск китайск греческ римск городск морск детск женск мужск царск"
    " королевск советск московск итальянск испанск маленьк высок глубок широк узк легк тих",
    "at": "чит дел дум зн работ игр слуш отвеч спрашив показыв рассказыв называ получ стреля гуля летa мечт обеща терп"
    " посеща изуча наблюд открыв закрыв описыв использ",
    "it": "говор люб строи вар кур хран дар мир пар сор ссор вер благодар цен мен жен бел вин",
    "ovat": "рис танц чувств образ использ действ существ пользов организ путешеств след требов командов редактиров",
}
RU_CHANGING = (
    "день дня дню днем дне дни дней дням днями днях",
    "отец отца отцу отцом отце отцы отцов отцам отцами отцах",
    "сон сна сну сном сне сны снов снам снами снах",
    "ветер ветра ветру ветром ветре ветры ветров ветрам ветрами ветрах",
    "угол угла углу углом угле углы углов углам углами углах",
    "ребёнок ребёнка ребёнку ребёнком ребёнке дети детей детям детьми детях",
    "время времени временем времена времён временам временами временах",
    "имя имени именем имена имён именам именами именах",
    "писать пишу пишешь пишет пишем пишут писал писала писали писавший",
    "идти иду идёшь идёт идём идут шёл шла шли шедший",
    "мочь могу можешь может можем могут мог могла могли",
    "взять возьму возьмёшь возьмёт возьмут взял взяла взяли взявший",
    "звезда звезды звезде звезду звездой звёзды звёзд звёздам звёздами звёздах",
    "самолёт самолёта самолёту самолётом самолёте самолёты самолётов самолётам",
    "пёс пса псу псом псе псы псов псам псами псах",
    "лёд льда льду льдом льде льды льдов льдам льдами",
    "конец конца концу концом конце концы концов концам концами",
    "цветок цветка цветку цветком цветке цветы цветов цветам цветами цветах",
)
PL_ENDINGS = {
    "m": ("", "u", "owi", "em", "ie", "y", "ów", "om", "ami", "ach"),
    "mk": ("", "a", "owi", "iem", "u", "i", "ów", "om", "ami", "ach"),
    "a": ("a", "y", "ie", "ę", "ą", "o", "", "om", "ami", "ach"),
    "cja": ("cja", "cji", "cję", "cją", "cje", "cjom", "cjami", "cjach"),
    "osc": ("ość", "ości", "ością", "ościom", "ościami", "ościach"),
    "nie": ("nie", "nia", "niu", "niem", "ń", "niom", "niami", "niach"),
    "adj": ("y", "ego", "emu", "ym", "a", "ej", "ą", "e", "ych", "ymi"),
    "adjk": ("i", "iego", "iemu", "im", "a", "iej", "ą", "ie", "ich", "imi"),
    "ac": ("ać", "am", "asz", "a", "amy", "acie", "ają", "ał", "ała", "ało", "ali", "ały", "ając", "ający"),
    "ic": ("ić", "ię", "isz", "i", "imy", "icie", "ią", "ił", "iła", "iło", "ili", "iły"),
    "owac": ("ować", "uję", "ujesz", "uje", "ujemy", "ują", "ował", "owała", "owało", "owali", "ując"),
}
PL_WORDS = {
    "m": "dom ocean teatr wiersz nos obraz plan problem sklep samolot statek okres program telefon system numer",
    "mk": "człowiek język zamek pomnik rynek chłopiec wojownik rysunek budynek przedmiot kawałek kierunek podpis ptak",
    "a": "map kob szkoł głow ryb wod zim gwiazd stron ścian krain kopaln sław broń potraw bram kolumn lamp form stop",
    "cja": "rewolu trady na sta ekspedy sytua organiza publika dekora fun informa poli redak kole reak prowoka",
    "osc": "radoś młod mił wolnoś star złoś szybk głębok wysok mądr jakoś częstotliw możliw rzeczywist publicznoś",
    "nie": "pyta zda państwowa ubra śniada pole zebra nagra opowiada wydarze pragnie znacze spotka rozwiąza wydarze",
    "adj": "now star biał czarn zielon czerwon znan ważn piękn narodow ostatni zimow kamienn drewnian żelazn złot mał",
    "adjk": "polsk rosyjsk niemieck francusk angielsk japońsk grec rzymsk miejsk morsk dziecięc królewsk wysok",
    "ac": "czyt gr słuch pyt śpiew biel opowiad szuk koch mieszk otwier zamyk powt badac oglą spotyk używ nazyw",
    "ic": "mów robi lub uczy waż słodz rob czyn bron goń chron zmien cen dzwon kł",
    "owac": "mal bud gotow prac drukow organiz interes obserw podróż fotograf reda komenta produk próbow kier spacer",
}
PL_CHANGING = (
    "ręka ręki ręce rękę ręką rąk rękom rękami rękach",
    "miasto miasta miastu miastem mieście miast miastom miastami miastach",
    "książka książki książce książkę książką książek książkom książkami książkach",
    "rzeka rzeki rzece rzekę rzeką rzek rzekom rzekami rzekach",
    "dzień dnia dniowi dniem dniu dni dniom dniami dniach",
    "pies psa psu psem psie psy psów psom psami psach",
    "król króla królowi królem królu królowie królów królom królami królach",
    "pisać piszę piszesz pisze piszemy piszą pisał pisała pisali pisząc",
    "iść idę idziesz idzie idziemy idą szedł szła szli idąc",
    "brat brata bratu bratem bracie bracia braci braciom braćmi braciach",
    "stół stołu stołowi stołem stole stoły stołów stołom stołami stołach",
    "kwiat kwiatu kwiatowi kwiatem kwiecie kwiaty kwiatów kwiatom kwiatami",
)
_SYLLABLES = (
    "ба бе бо бу ва ве ви го гу да де ди до ка ко ку ла ле ли ло ма ме ми мо на не ни но па пе по ра ре ри ро са се "
    "си со та те ти то фа фе хо ча че ша ще ян яр мир слав град бор вол дол зар кор лан мар ник пет рус сан тур"
)
SYLLABLES = _SYLLABLES.split()
_PL_SYLLABLES = (
    "ba be bo da do ga go ja je ka ko la le li ło ma me mi mo na ne no pa pe pi ra re ro sa se si so ta te to wa we "
    "wi za ze sław mir gród bor brzez czar dąb grab jar kal lip mal osiń pie rad sob szym tar wisz zab"
)
PL_SYLLABLES = _PL_SYLLABLES.split()
RU_SURNAMES = {
    "ов": ("ов", "ова", "ову", "овым", "ове", "овы", "овых"),
    "ин": ("ин", "ина", "ину", "иным", "ине", "ины", "иных"),
    "ский": ("ский", "ского", "скому", "ским", "ском", "ская", "ской", "скую"),
    "град": ("град", "града", "граду", "градом", "граде"),
}
PL_SURNAMES = {
    "ski": ("ski", "skiego", "skiemu", "skim", "ska", "skiej", "ską", "scy", "skich"),
    "ewicz": ("ewicz", "ewicza", "ewiczowi", "ewiczem", "ewiczu"),
    "ów": ("ów", "owa", "owowi", "owem", "owie"),
}
RU_PREFIXES = ("", "по", "за", "вы", "пере", "под", "от", "при", "на", "раз", "про", "до")
PL_PREFIXES = ("", "po", "za", "wy", "prze", "pod", "od", "przy", "na", "roz", "do")
RU_DERIVED = {"adj": ("ов", "н"), "adjk": ("ск", "ическ"), "nie": ("ован",), "m": ("изм",), "mk": ("ник", "щик")}
PL_DERIVED = {"adj": ("ow", "n"), "adjk": ("sk", "owsk"), "nie": ("owa",), "osc": ("owoś",)}

Lexeme = tuple[str, ...]


class Language:
    """Lexemes by rank, and how to draw one."""

    def __init__(self, function: list[str], lexemes: list[Lexeme], rng: random.Random) -> None:
        self.lexemes: list[Lexeme] = [(word,) for word in function] + lexemes
        self.by_form = {form: lexeme for lexeme in reversed(self.lexemes) for form in lexeme}
        self._sums = list(itertools.accumulate(1 / (rank + 2.7) for rank in range(len(self.lexemes))))

    def draw(self, rng: random.Random) -> str:
        """A form of some lexeme."""
        place = bisect.bisect(self._sums, rng.random() * self._sums[-1])
        return rng.choice(self.lexemes[min(place, len(self.lexemes) - 1)])


def _lexicon(words, endings, changing, prefixes, verbs, derived, syllables, surnames, names, rng):
    common = [tuple(line.split()) for line in changing]
    common += [tuple(stem + end for end in endings[kind]) for kind, line in words.items() for stem in line.split()]
    rng.shuffle(common)
    more: list[Lexeme] = []
    for kind, line in words.items():
        for stem in line.split():
            if kind in verbs:
                more += [tuple(prefix + stem + end for end in endings[kind]) for prefix in prefixes[1:]]
            else:
                for to, suffixes in derived.items():
                    more += [tuple(stem + suffix + end for end in endings[to]) for suffix in suffixes]
    rng.shuffle(more)
    seen: set[str] = set()
    tail: list[Lexeme] = []
    while len(tail) < names:
        stem = "".join(rng.choice(syllables) for _ in range(rng.choice((2, 2, 3))))
        if stem not in seen:
            seen.add(stem)
            tail.append(tuple((stem + end).capitalize() for end in rng.choice(list(surnames.values()))))
    return common + more + tail


@functools.cache
def languages(seed: int = 7, names: int = 40_000) -> tuple[Language, Language]:
    """Russian and Polish, the same ones for the same seed."""
    rng = random.Random(seed)
    russian = _lexicon(
        RU_WORDS,
        RU_ENDINGS,
        RU_CHANGING,
        RU_PREFIXES,
        {"at", "it", "ovat"},
        RU_DERIVED,
        SYLLABLES,
        RU_SURNAMES,
        names,
        rng,
    )
    polish = _lexicon(
        PL_WORDS,
        PL_ENDINGS,
        PL_CHANGING,
        PL_PREFIXES,
        {"ac", "ic", "owac"},
        PL_DERIVED,
        PL_SYLLABLES,
        PL_SURNAMES,
        names // 2,
        rng,
    )
    return Language(RU_FUNCTION, russian, rng), Language(PL_FUNCTION, polish, rng)


def make_questions(count: int, seed: int = 7, names: int = 40_000, polish_share: float = 0.2):
    """Texts with their answers, one after the other: up to four sentences, every fifth Polish, with years."""
    russian, polish = languages(seed, names)
    rng = random.Random(seed + 1)
    for _ in range(count):
        language = polish if rng.random() < polish_share else russian
        sentences = []
        for _sentence in range(rng.choice((1, 2, 2, 3, 3, 4))):
            words = [language.draw(rng) for _ in range(rng.randint(6, 16))]
            if rng.random() < 0.2:
                words.insert(rng.randrange(len(words)), str(rng.randint(1100, 2020)))
            sentences.append(" ".join(words).capitalize() + ".")
        yield " ".join(sentences), " ".join(language.draw(rng) for _ in range(rng.choice((1, 1, 2))))


def alter(text: str, language: Language, rng: random.Random) -> str:
    """The text in other words' forms (three in four of those that have any), reordered, with or without ё."""
    words = []
    for word in text.replace(".", " ").split():
        lexeme = (
            language.by_form.get(word) or language.by_form.get(word.lower()) or language.by_form.get(word.capitalize())
        )
        words.append(rng.choice(lexeme) if lexeme and rng.random() < 0.75 else word)
    pieces = []
    while words:
        length = rng.randint(2, 5)
        pieces.append(words[:length])
        words = words[length:]
    rng.shuffle(pieces)
    for piece in pieces:
        if rng.random() < 0.5:
            piece.reverse()
    altered = " ".join(word for piece in pieces for word in piece)
    return altered.replace("ё", "е") if rng.random() < 0.5 else altered.replace("све", "свё")
