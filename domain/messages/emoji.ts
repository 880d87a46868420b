/** An emoji or a part of one: a skin tone, a joiner, a flag's letter, a keycap. */
const onlyEmoji = /^[\p{Extended_Pictographic}\p{Emoji_Component}]+$/u
/** Digits alone are parts of keycaps, but no emoji. */
const startsEmoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|\u20E3$/u

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Whether a text is exactly one emoji. One emoji can consist of many code points. */
export const isOneEmoji = (text: string): boolean =>
  onlyEmoji.test(text) && startsEmoji.test(text) && [...segmenter.segment(text)].length === 1
