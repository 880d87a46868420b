/** Without case and accents, as people type names when they search. */
const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

export const nameWords = (displayName: string): string[] =>
  [
    ...new Set(
      fold(displayName)
        .split(/[^\p{L}\p{N}\p{S}]+/u)
        .filter(Boolean),
    ),
  ].slice(0, 8)
