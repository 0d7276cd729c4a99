/** Stems of colour words in Ukrainian, Russian and English; longer stems come before shorter ones that they start with. */
const STEMS: readonly (readonly [paint: string, stems: readonly string[]])[] = [
  ['#f4f3ee', ['біл', 'бел', 'white', 'перл', 'перлам', 'жемчуж', 'pearl', 'молоч', 'сніж', 'снеж']],
  ['#c3c7ca', ['срібл', 'серебр', 'silver', 'сталев', 'стальн', 'хром', 'chrome', 'алюмін', 'алюмин']],
  ['#26272a', ['чорн', 'чёрн', 'черн', 'black']],
  ['#4c5158', ['графіт', 'графит', 'graphite', 'антрац', 'anthrac', 'асфальт', 'мокр', 'gunmetal']],
  ['#8e949a', ['сір', 'серы', 'серо', 'сера', 'grey', 'gray']],
  ['#7d1f33', ['бордо', 'вишн', 'вишнев', 'вишнёв', 'burgundy', 'maroon', 'cherry', 'wine', 'гранат']],
  ['#c8372d', ['черв', 'красн', 'red', 'scarlet', 'алый', 'алая']],
  ['#e07b24', ['помаранч', 'оранж', 'orange', 'теракот', 'морквян', 'мандарин']],
  ['#e2b92d', ['жовт', 'желт', 'жёлт', 'yellow', 'лимон', 'lemon']],
  ['#c2a14d', ['золот', 'gold']],
  ['#d9c7a3', ['беж', 'beige', 'крем', 'cream', 'ivory', 'піщан', 'песоч', 'sand', 'шампан', 'champagne']],
  ['#7a4f32', ['коричн', 'brown', 'шокол', 'chocolate', 'бронз', 'bronze', 'кавов', 'кофей', 'мідн', 'медн', 'copper']],
  ['#6f7a3c', ['олив', 'olive', 'хакі', 'хаки', 'khaki']],
  ['#8cb33a', ['салат', 'lime', 'лайм']],
  ['#3f7d46', ['зел', 'green', 'смараг', 'изумр', 'emerald']],
  ['#2f9c95', ['бірюз', 'бирюз', 'turq', 'teal', 'м’ят', "м'ят", 'мят', 'mint']],
  ['#5aa6d6', ['блакит', 'голуб', 'sky', 'небес', 'cyan', 'лазур', 'azure']],
  ['#2f5fa8', ['син', 'blue', 'індиго', 'индиго', 'indigo', 'navy']],
  ['#7a4b9a', ['фіолет', 'фиолет', 'purple', 'violet', 'баклаж', 'пурпур']],
  ['#a58bc2', ['бузк', 'сирен', 'lilac', 'лаванд', 'lavender']],
  ['#d97f9f', ['рожев', 'розов', 'pink', 'малин', 'raspberry', 'fuchsia', 'фукс']],
];
const DARK = ['темн', 'тёмн', 'dark', 'navy'];
const LIGHT = ['світл', 'светл', 'light'];

/** Carnet's own petrol colour. */
const UNKNOWN = '#3f7f83';

const begins = (word: string, stems: readonly string[]): boolean => stems.some((stem) => word.startsWith(stem));

/** Mixes each channel with `target` (0 to 255) by `share` (0 to 1). */
const mixed = (paint: string, target: number, share: number): string =>
  `#${[1, 3, 5]
    .map((at) => Number.parseInt(paint.slice(at, at + 2), 16))
    .map((channel) => Math.round(channel + (target - channel) * share))
    .map((channel) => channel.toString(16).padStart(2, '0'))
    .join('')}`;

/** The colour (`#rrggbb`) of a description in words, by its first known word; Carnet's own colour if there is none. */
export function paintOf(color: string): string {
  const words = color.toLowerCase().split(/[^\p{L}'’]+/u);
  const paint = words.map((word) => STEMS.find(([, stems]) => begins(word, stems))?.[0]).find((found) => found !== undefined) ?? UNKNOWN;
  if (words.some((word) => begins(word, DARK))) return mixed(paint, 0, 0.4);
  if (words.some((word) => begins(word, LIGHT))) return mixed(paint, 255, 0.4);
  return paint;
}
