import type { ActivityId } from '../activities.ts'

export const pictureKinds = ['events', 'teams', 'organizations', 'places', 'profiles'] as const
export type PictureKind = (typeof pictureKinds)[number]

/** What the picture of a link says, and over which court. It has only what the page itself tells a stranger. */
export type PictureWords = {
  activity: ActivityId
  /** The color of the court instead of its own, as on the page. */
  colors?: { ground: string; outer?: string | undefined } | undefined
  /** Above the title: "Pickleball · Level 3.0 to 3.5". */
  kicker: string
  title: string
  /** Instead of a title that the font cannot write. */
  plainTitle: string
  /** "Nov" and "21". */
  date?: { month: string; day: string } | undefined
  /** Bold and normal: "Saturday, November 21" and "7:00 to 9:00 AM, Central Time". */
  lead?: readonly [strong: string, normal: string] | undefined
  /** Where, or a short fact. */
  detail: string
  seats?: { taken: number; open: number } | undefined
  note?: { text: string; tone: 'good' | 'few' | 'bad' | 'plain' } | undefined
  /** "Free" or "$15". */
  price?: string | undefined
}

/** Names what a picture shows, so that a change gives it a new address. FNV-1a with two seeds. */
export function versionOf(words: PictureWords): string {
  const text = JSON.stringify(words)
  const hash = (seed: number) => {
    let state = seed
    for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 16777619)
    return (state >>> 0).toString(36)
  }
  return hash(2166136261) + hash(84696351)
}

/** The address has the version, because chats store a picture by its address. */
export const picturePath = (kind: PictureKind, id: string, words: PictureWords) => `/pictures/${kind}/${id}/${versionOf(words)}.png`
