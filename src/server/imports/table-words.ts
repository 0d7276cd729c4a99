import type { CostCategory } from '#contract/costs.ts';
import type { EntryKindName } from '#contract/entry-kinds.ts';
import { folded } from '#contract/folded.ts';
import type { Fuel } from '#contract/fuels.ts';
import type { TableField } from '#contract/tables.ts';

/** Words that programs and people write into tables, in English, Ukrainian, Russian, German, Polish and some more languages. */

/** What a row is. */
export type RowKind = { kind: EntryKindName; category?: CostCategory };

/** The form in which titles and words are compared: without units in brackets, signs and capitals ("FuelConsumed (l)" is "fuel consumed"). */
export const wordOf = (text: string): string =>
  folded(
    text
      .slice(0, 80)
      .replaceAll(/\([^)]*\)|\[[^\]]*\]/g, ' ')
      .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .replaceAll(/[^\p{L}\p{N}'’ʼ]+/gu, ' '),
  );

const listed = <Name extends string>(words: Record<Name, string>): ReadonlyMap<string, Name> =>
  new Map(Object.entries<string>(words).flatMap(([name, list]) => list.split('|').map((word) => [wordOf(word), name as Name])));

/** Titles of columns. */
export const TITLES = listed<TableField>({
  performedOn:
    'date|day|when|fuelup date|service date|performed on|purchase date|timestamp|дата|день|коли|когда|дата заправки|дата і час|дата и время|datum|tag|data|dzień|dia|fecha',
  reading:
    'odometer|odo|mileage|odometer reading|reading|km|kilometers|kilometres|miles|engine hours|hours|пробіг|одометр|показник|показники|спідометр|км|пробег|показание|показания|спидометр|моточасы|мотогодини|kilometerstand|km stand|kilometer|tachostand|tacho|laufleistung|przebieg|stan licznika|licznik|kilometraje|odómetro|kilométrage|hodômetro',
  kind: 'type|kind|category|record type|expense type|cost type|entry type|тип|вид|категорія|вид запису|тип запису|вид витрат|категория|вид записи|тип записи|вид расхода|kategorie|art|typ|kostenart|kategoria|rodzaj|categoría|tipo',
  title:
    'title|description|operation|work|service|name|event|task|job|item|cost title|service type|назва|опис|робота|роботи|операція|послуга|найменування|що зроблено|название|описание|работа|работы|операция|услуга|наименование|что сделано|beschreibung|bezeichnung|arbeit|leistung|titel|opis|nazwa|usługa|tytuł|czynność|descripción',
  partName: 'part|part name|parts|деталь|запчастина|запчастини|матеріал|запчасть|запчасти|материал|teil|ersatzteil|teile|część|części',
  partCode:
    'part number|part no|part code|article|article number|sku|oem|артикул|код деталі|номер деталі|код|код детали|номер детали|каталожный номер|каталожний номер|teilenummer|artikelnummer|numer części|numer katalogowy|kod',
  total:
    'cost|costs|total|total cost|total price|amount|sum|price|price paid|paid|сума|вартість|ціна|разом|всього|витрачено|сплачено|сумма|стоимость|цена|итого|всего|потрачено|уплачено|kosten|betrag|preis|gesamtpreis|gesamtkosten|gesamt|summe|koszt|kwota|cena|suma|wartość|razem|koszt całkowity|precio|importe|coût',
  quantity: 'quantity|qty|count|кількість|к сть|штук|шт|количество|кол во|menge|anzahl|ilość|sztuk|cantidad',
  volume:
    'volume|litres|liters|fuel|fuel amount|fuel consumed|fuelconsumed|gallons|gal|l|fuel volume|fuel quantity|kwh|energy|літри|літрів|літраж|обʼєм|заправлено|пальне|паливо|литры|литров|литраж|объем|топливо|liter|tankmenge|getankt|kraftstoffmenge|spritmenge|menge l|litry|litrów|paliwo|ilość paliwa|zatankowano|litros',
  pricePerUnit:
    'price per unit|unit price|price per liter|price per litre|price l|price per gallon|cost per gallon|cost gallon|cost per liter|cost per litre|volume price|fuel price|ціна за літр|ціна літра|ціна за л|ціна л|ціна за одиницю|цена за литр|цена литра|цена за л|цена л|цена за единицу|preis pro liter|literpreis|preis l|preis je liter|cena za litr|cena l|cena litra|cena jednostkowa',
  fuel: 'fuel type|fuel kind|fuel grade|тип пального|вид пального|тип палива|вид палива|тип топлива|вид топлива|марка топлива|kraftstoff|kraftstoffart|sorte|spritsorte|rodzaj paliwa|typ paliwa',
  isFull:
    'full|full tank|filled up|filled|is full|fill to full|is fill to full|isfilltofull|повний бак|повний|до повного|полный бак|полный|до полного|vollgetankt|volltankung|vollbetankung|voll|pełny bak|do pełna|pełny|lleno',
  isPartial:
    'partial|partial tank|partial fill|partial fill up|partial fuelup|частково|неповний бак|неполный бак|частично|teilbetankung|teiltankung|częściowo',
  isMissedBefore:
    'missed|missed fuelup|missed fuel up|missedfuelup|missed fill up|missed fill|missed last|previously missed fill ups|пропущено|пропущена|пропущена заправка|пропущенная заправка|ausgelassen|pominięte|pominięto',
  place:
    'place|station|gas station|filling station|location|city|shop|workshop|vendor|garage|місце|азс|станція|сто|місто|магазин|де|место|станция|город|где|ort|tankstelle|werkstatt|stadt|miejsce|stacja|warsztat|miasto',
  note: 'note|notes|comment|comments|remark|remarks|нотатка|нотатки|примітка|примітки|коментар|коментарі|заметка|заметки|примечание|примечания|комментарий|комментарии|notiz|notizen|bemerkung|bemerkungen|kommentar|notatka|notatki|uwagi|komentarz|notas',
  vehicle:
    'vehicle|car|car name|vehicle name|vehicle id|авто|автомобіль|машина|транспорт|автомобиль|fahrzeug|auto|wagen|pojazd|samochód|vehículo|coche',
});

const WORK =
  'work|service|maintenance|repair|repairs|upgrade|oil change|робота|роботи|сервіс|то|обслуговування|техобслуговування|ремонт|работа|работы|сервис|обслуживание|техобслуживание|wartung|reparatur|werkstatt|service wartung|naprawa|serwis|konserwacja|eksploatacja|servicio';
const FILL =
  'fuel|fill|fuel up|fuelup|fill up|gas|refuel|refuelling|refueling|charge|заправка|заправки|пальне|паливо|бензин|топливо|tanken|tankung|kraftstoff|betankung|tankowanie|paliwo|repostaje|reabastecimiento';
const READING = 'odometer|reading|mileage|пробіг|показник|одометр|пробег|показание|kilometerstand|przebieg';
const CATEGORIES = listed<CostCategory>({
  insurance: 'insurance|страховка|страхування|осцпв|автоцивілка|каско|страхование|осаго|versicherung|ubezpieczenie|oc|ac|seguro',
  tax: 'tax|taxes|road tax|registration|податок|податки|реєстрація|налог|налоги|регистрация|steuer|kfz steuer|zulassung|podatek|rejestracja|impuesto|impuestos',
  inspection: 'inspection|technical inspection|mot|техогляд|техосмотр|hauptuntersuchung|tüv|hu au|przegląd techniczny|badanie techniczne',
  parking: 'parking|парковка|паркування|стоянка|parken|parkplatz|parkgebühr|parkowanie|estacionamiento|aparcamiento',
  toll: 'toll|tolls|vignette|платна дорога|віньєтка|проїзд|платная дорога|виньетка|maut|autobahngebühr|opłata drogowa|autostrada|winieta|peaje',
  wash: 'wash|car wash|washing|мийка|автомийка|миття|мойка|автомойка|wäsche|autowäsche|waschen|wagenwäsche|myjnia|mycie|lavado',
  fine: 'fine|fines|ticket|penalty|штраф|штрафи|штрафы|strafe|bußgeld|strafzettel|mandat|grzywna|multa',
  tyres: 'tyres|tires|шини|гума|шины|резина|reifen|opony',
  fluids: 'fluids|fluid|adblue|coolant|рідини|жидкости|flüssigkeiten|płyny',
  accessory: 'accessory|accessories|tuning|аксесуари|аксесуар|тюнінг|аксессуары|аксессуар|тюнинг|zubehör|akcesoria',
  loan: 'loan|leasing|credit|financing|кредит|лізинг|лизинг|kredit|finanzierung|rate|kredyt',
  refund: 'refund|income|повернення|дохід|возврат|доход|erstattung|einnahme|zwrot|przychód',
  other:
    'other|others|misc|miscellaneous|expense|expenses|cost|інше|витрата|витрати|прочее|другое|расход|расходы|sonstiges|sonstige|ausgabe|inne|wydatek|pozostałe',
});
const KINDS = listed<Exclude<EntryKindName, 'cost'>>({ work: WORK, fill: FILL, reading: READING });

/** What a row with this word in its column of kinds is; undefined for other words. */
export function kindOfWord(text: string): RowKind | undefined {
  const word = wordOf(text);
  const kind = KINDS.get(word);
  if (kind) return { kind };
  const category = CATEGORIES.get(word);
  return category && { kind: 'cost', category };
}

/** A cost of the category that a word names, otherwise of no particular one. */
export function costOfWord(text: string): RowKind {
  const said = kindOfWord(text);
  return said?.kind === 'cost' ? said : { kind: 'cost', category: 'other' };
}

const FUELS = listed<Fuel>({
  petrol:
    'petrol|gasoline|regular|premium|super|super plus|e5|e10|benzin|benzyna|бензин|а 92|а 95|а 98|аи 92|аи 95|аи 98|92|95|98|95 premium|pb95|pb98|e85|gasolina',
  diesel: 'diesel|дизель|дт|дп|on|olej napędowy|дизпаливо|дизтопливо|gasoil',
  gas: 'lpg|gas lpg|autogas|flüssiggas|gaz|газ|пропан|пропан бутан|скраплений газ|сжиженный газ|gpl|glp',
  cng: 'cng|erdgas|метан|natural gas|gnv',
  electric: 'electric|electricity|ev|strom|prąd|електрика|електро|электричество|электро|электроэнергия',
  hydrogen: 'hydrogen|h2|wasserstoff|wodór|водень|водород',
});

/** The fuel that is written in words or as the grade of a pump. */
export const fuelOfWord = (text: string): Fuel | undefined => FUELS.get(wordOf(text));

const YES = new Set(
  '1|true|yes|y|x|full|on|так|да|є|повний|полный|ja|j|voll|tak|pełny|sí|si|sim|oui|✓|+'.split('|').map((word) => wordOf(word) || word),
);
const NO = new Set('0|false|no|n|off|partial|ні|нет|немає|nein|nie|não|non|–|-|'.split('|').map((word) => wordOf(word) || word));

/** undefined for a text that says neither. */
export function flagOf(text: string): boolean | undefined {
  const word = wordOf(text) || text;
  if (YES.has(word)) return true;
  return NO.has(word) ? false : undefined;
}
