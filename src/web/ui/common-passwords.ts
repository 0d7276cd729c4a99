/** Words that most people start from. With a capital, a figure and a sign they keep every rule and are guessed at once. */
const WORDS = new Set(
  `password passwort passw pass pwd parol porol gesl haslo secret
  qwerty qwertyu qwertyui qwertyuiop qwe asd zxc qwer asdf zxcv asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc wsx qaz
  ytrewq poiuytrewq
  admin administrator root user guest login test tester demo master manager owner system server access temp changeme default
  welcome hello hi letmein iloveyou love loveyou lovely baby angel princess sunshine flower rainbow butterfly chocolate cookie
  monkey dragon tiger lion eagle wolf bear shadow ninja superman batman pokemon starwars matrix hunter killer jordan michael
  football soccer hockey basketball baseball arsenal chelsea barcelona dynamo shakhtar
  summer winter spring autumn january december monday friday
  ukraine ukraina kyiv kiev lviv odesa odessa kharkiv dnipro moscow rossiya slava slavaukraini privet pryvit solnce sonce
  lyubov lubov mama mamapapa natasha sasha dima olena oksana marina andrey andriy sergey serhiy
  google facebook instagram apple samsung android windows computer internet carnet car mycar auto
  audi bmw mercedes toyota skoda honda ferrari porsche volkswagen lada abc abcd abcdef a aa aaa x`.split(/\s+/),
);

/** What figures and signs are written for. */
const LOOKALIKES: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' };
/** More round a word than this makes it another password. */
const DECORATION = 8;

const isCommonWord = (text: string): boolean =>
  WORDS.has(text) || WORDS.has(text.replace(/[0134579@$!]/g, (sign) => LOOKALIKES[sign] ?? sign));

/** Whether a password is one of the commonest words with figures and signs before or after it, however it is capitalised. */
export function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase();
  const [, before = '', word = '', after = ''] = /^([^a-z]*)(.*?)([^a-z]*)$/s.exec(text) ?? [];
  if (before.length + after.length > DECORATION) return false;
  // P@ssw0rd! and passw0rd1: a sign may end the word or decorate it.
  return (
    word === '' ||
    isCommonWord(word) ||
    (word.length % 2 === 0 && word === word.slice(0, word.length / 2).repeat(2) && isCommonWord(word.slice(0, word.length / 2)))
  );
}
