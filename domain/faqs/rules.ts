import { day, hour, minute } from '../time/spans.ts'

/** `answer` is plain text with links written as [text](/path). `readAnswer` reads them; no other Markdown is allowed. */
export type Faq = {
  /** The anchor in the address. Do not change it without need, because people save links to it. */
  id: string
  question: string
  answer: string
  /** Other words that people may search for. They are not shown. */
  searchTerms?: string
}
export type FaqGroup<Id extends string = string> = { id: Id; title: string; faqs: readonly Faq[] }

type Piece = { text: string; to: string | null }

const link = /\[([^\]]+)\]\((\/[^)\s]*)\)/g

/** Splits an answer into pieces of text. `to` is the page that a piece links to, or null. */
export function readAnswer(answer: string): Piece[] {
  const pieces: Piece[] = []
  let position = 0
  for (const match of answer.matchAll(link)) {
    if (match.index > position) pieces.push({ text: answer.slice(position, match.index), to: null })
    pieces.push({ text: match[1] ?? '', to: match[2] ?? null })
    position = match.index + match[0].length
  }
  if (position < answer.length) pieces.push({ text: answer.slice(position), to: null })
  return pieces
}

export const plainAnswer = (answer: string): string =>
  readAnswer(answer)
    .map(({ text }) => text)
    .join('')

/** The questions and answers as search engines read them (schema.org). The texts are the same as on the page. */
export const structuredFaqs = (groups: readonly FaqGroup[], url: string): object => ({
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  url,
  mainEntity: groups.flatMap(({ faqs }) =>
    faqs.map(({ id, question, answer }) => ({
      '@type': 'Question',
      name: question,
      url: `${url}#${id}`,
      acceptedAnswer: { '@type': 'Answer', text: plainAnswer(answer) },
    })),
  ),
})

const splitWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/['’]/g, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** Words that almost every question contains, so a search ignores them. */
const stopWords = new Set(
  'a an and any are be can could do does for from get has have how i if im in is it me my not of on one or someone that the there they this to up was we what when where who why will with you your'.split(
    ' ',
  ),
)

/** Removes a plural "s", so that "games" also finds "game". */
const removePlural = (word: string) => (word.length > 3 ? word.replace(/s$/, '') : word)

/**
 * Finds the questions that contain, for each typed word, a word that starts with it. The groups stay; groups without a match
 * are left out. An empty text finds everything.
 */
export function filterFaqs<Group extends FaqGroup>(groups: readonly Group[], typed: string): Group[] {
  const typedWords = splitWords(typed)
  const keywords = typedWords.filter((word) => !stopWords.has(word))
  const prefixes = (keywords.length > 0 ? keywords : typedWords).map(removePlural)
  if (prefixes.length === 0) return typed.trim() === '' ? [...groups] : []
  const isMatch = (title: string, { question, answer, searchTerms = '' }: Faq) => {
    const words = splitWords(`${title} ${question} ${plainAnswer(answer)} ${searchTerms}`)
    return prefixes.every((prefix) => words.some((word) => word.startsWith(prefix)))
  }
  return groups
    .map((group) => ({ ...group, faqs: group.faqs.filter((faq) => isMatch(group.title, faq)) }))
    .filter(({ faqs }) => faqs.length > 0)
}

const units = [
  ['day', day],
  ['hour', hour],
  ['minute', minute],
] as const

/** "2 hours", "30 minutes", "7 days": uses the largest unit that divides the time evenly. Days start at two, so a day is "24 hours". */
export function formatSpan(ms: number): string {
  const [unit, length] = units.find(([name, size]) => ms % size === 0 && (name !== 'day' || ms > size)) ?? units[2]
  const count = ms / length
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** "10 PM". */
export const formatHour = (hour: number): string => `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`
