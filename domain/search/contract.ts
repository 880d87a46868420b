/** What is found by its words. People are found by theirs in `profile_words`. */
export const searchKinds = ['event', 'team', 'place'] as const
export type SearchKind = (typeof searchKinds)[number]
