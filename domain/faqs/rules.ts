import { day, hour, minute } from '../time/spans.ts'

/** `answer` is plain words with links as [words](/path), read by `readAnswer` and by nothing else. */
export type Faq = {
  /** Its name in the address; people keep links to it. */
  id: string
  question: string
  answer: string
  /** What people also call it when they look for it. */
  also?: string
}
export type FaqGroup<Id extends string = string> = { id: Id; title: string; faqs: readonly Faq[] }

type Piece = { text: string; to: string | null }

const link = /\[([^\]]+)\]\((\/[^)\s]*)\)/g

/** An answer as pieces of words, some of which lead to a page. */
export function readAnswer(answer: string): Piece[] {
  const pieces: Piece[] = []
  let done = 0
  for (const match of answer.matchAll(link)) {
    if (match.index > done) pieces.push({ text: answer.slice(done, match.index), to: null })
    pieces.push({ text: match[1] ?? '', to: match[2] ?? null })
    done = match.index + match[0].length
  }
  if (done < answer.length) pieces.push({ text: answer.slice(done), to: null })
  return pieces
}

export const plainAnswer = (answer: string): string =>
  readAnswer(answer)
    .map(({ text }) => text)
    .join('')

/** What search engines read of them (schema.org): the words that are shown. */
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

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/['’]/g, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** Every question has them, so they tell none from another. */
const idle = new Set(
  'a an and any are be can could do does for from get has have how i if im in is it me my not of on one or someone that the there they this to up was we what when where who why will with you your'.split(
    ' ',
  ),
)

/** "games" is looked for like "game". */
const withoutPlural = (word: string) => (word.length > 3 ? word.replace(/s$/, '') : word)

/** Those that have a word that begins like each one typed, in their groups. Nothing typed leaves all. */
export function filterFaqs<Group extends FaqGroup>(groups: readonly Group[], typed: string): Group[] {
  const all = wordsOf(typed)
  const telling = all.filter((word) => !idle.has(word))
  const wanted = (telling.length > 0 ? telling : all).map(withoutPlural)
  if (wanted.length === 0) return typed.trim() === '' ? [...groups] : []
  const fits = (title: string, { question, answer, also = '' }: Faq) => {
    const words = wordsOf(`${title} ${question} ${plainAnswer(answer)} ${also}`)
    return wanted.every((start) => words.some((word) => word.startsWith(start)))
  }
  return groups
    .map((group) => ({ ...group, faqs: group.faqs.filter((faq) => fits(group.title, faq)) }))
    .filter(({ faqs }) => faqs.length > 0)
}

const units = [
  ['day', day],
  ['hour', hour],
  ['minute', minute],
] as const

/** "2 hours", "30 minutes", "7 days": in the largest unit that leaves nothing over, days from two on. */
export function spanWords(ms: number): string {
  const [unit, length] = units.find(([name, size]) => ms % size === 0 && (name !== 'day' || ms > size)) ?? units[2]
  const count = ms / length
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** "10 PM", as people read hours on a clock. */
export const hourWords = (hour: number): string => `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`
