/** Base words of common passwords. With a capital letter, a digit and a symbol they pass every rule and are still guessed first. */
const WORDS = new Set(
  `password passwort passw pass pwd parol porol gesl haslo secret
  qwerty qwertyu qwertyui qwertyuiop qwe asd zxc qwer asdf zxcv asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc wsx qaz
  ytrewq poiuytrewq zaq xsw zaqwsx xswzaq wsxedc qweasd qweasdzxc
  admin administrator root user guest login test tester demo master manager owner probe system server access temp changeme default
  welcome hello hi letmein iloveyou love loveyou lovely baby angel princess sunshine flower rainbow butterfly chocolate cookie
  monkey dragon tiger lion eagle wolf bear shadow ninja superman batman pokemon starwars matrix hunter killer jordan michael
  football soccer hockey basketball baseball arsenal chelsea barcelona dynamo shakhtar
  summer winter spring autumn january december monday friday
  ukraine ukraina kyiv kiev lviv odesa odessa kharkiv dnipro moscow rossiya slava slavaukraini privet pryvit solnce sonce
  lyubov lubov mama mamapapa natasha sasha dima olena oksana marina andrey andriy sergey serhiy
  google facebook instagram apple samsung android windows computer internet carnet car mycar auto
  audi bmw mercedes toyota skoda honda ferrari porsche volkswagen lada ford mustang corvette camaro nissan subaru
  suzuki yamaha harley mazda hyundai renault volvo
  liverpool manchester juventus realmadrid bayern golf tennis boxing runner player gamer soccerball yankees cowboys
  jessica jennifer ashley amanda nicole daniel andrew joshua thomas robert charlie george maggie buster ginger pepper harley
  william david james john maria anna anastasia alexander aleksandr alex dmitry dmitriy igor ivan oleg pavel roman vlad vladimir
  kirill maksim maxim artem nikita denis victoria viktoria yulia julia katya tatiana svetlana irina elena olga vika yana
  cheese banana orange apple cherry pumpkin coffee sweet sugar honey purple silver golden diamond crystal summertime
  freedom trustno whatever nothing secretword private security network computer1 internet1 changeit newpass mypass mypassword
  thepassword passpass hello world helloworld welcomeback letmeinnow killme fuckyou fuck bitch sexy asshole
  phoenix thunder falcon hawk horse tiger dolphin scorpion spider mickey pikachu naruto minecraft fortnite roblox spiderman ironman
  starwars startrek merlin wizard gandalf hobbit blink metallica nirvana slipknot eminem rockstar
  sunday tuesday wednesday thursday saturday february march april june july august september october november
  london paris berlin newyork america india china turkey israel italy france spain russia moskva poland warszawa germany canada australia zaporizhzhia poltava
  zhopa sobaka koshka kotik solnyshko zvezda spartak zenit lubimaya lyubimaya krasotka malysh zaika pizza
  company office work school student teacher doctor police soldier captain boss king queen prince heaven god jesus christ angels
  abc abcd abcdef a aa aaa x`.split(/\s+/),
);

/** The letters that digits and symbols commonly replace. */
const LOOKALIKES: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' };
/** Most digits and symbols around a word and in it together; a password with more of them is not a common one. */
const DECORATION = 8;
/** Letters of a word with digits and symbols in it: shorter ones are found in random passwords. */
const SCATTERED_MIN = 4;
/** Whatever the short word is: India@123, Probe123!. */
const SHORT_WORD_123 = /^[a-z]{1,8}[^a-z0-9]?123\d{0,3}[^a-z0-9]?$/;

const isCommonWord = (text: string): boolean =>
  WORDS.has(text) || WORDS.has(text.replace(/[0134579@$!]/g, (sign) => LOOKALIKES[sign] ?? sign));

const isDoubled = (word: string): boolean => {
  const half = word.slice(0, word.length / 2);
  return word === half.repeat(2) && isCommonWord(half);
};

/**
 * True if a password is a common word, possibly doubled, with digits and symbols before, in or after it, such as a walk over the keyboard, or
 * a short word before 123. Ignores case.
 */
export function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase();
  if (SHORT_WORD_123.test(text)) return true;
  const [, before = '', word = '', after = ''] = /^([^a-z]*)(.*?)([^a-z]*)$/s.exec(text) ?? [];
  if (before.length + after.length > DECORATION) return false;
  if (word === '' || isCommonWord(word) || isDoubled(word)) return true;
  const letters = word.replace(/[^a-z]/g, '');
  return letters.length >= SCATTERED_MIN && text.length - letters.length <= DECORATION && WORDS.has(letters);
}
