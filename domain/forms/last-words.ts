import * as v from 'valibot'
import type { FormContent } from './content.ts'

/** What follows once a place is paid: the words at the end of the form, and the page that its organizers chose. */
export const LastWords = v.object({ title: v.string(), text: v.string(), thankYouUrl: v.nullable(v.string()) })
export type LastWords = v.InferOutput<typeof LastWords>

/** The words may quote answers, so they are not filled yet. */
export function findLastWords({ endings }: Pick<FormContent, 'endings'>, endingId: string, thankYouUrl: string | null): LastWords {
  const ending = endings.find(({ id }) => id === endingId) ?? endings[0]
  return { title: ending?.title ?? 'Sent', text: ending?.text ?? '', thankYouUrl }
}
