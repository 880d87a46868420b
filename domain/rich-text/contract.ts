import * as v from 'valibot'

/** Lists in lists in lists; what is deeper stands with the deepest. */
export const deepestItem = 3

/** A stretch of words that look alike. '\n' is a line break. */
const Run = v.object({
  text: v.string(),
  isBold: v.optional(v.literal(true)),
  isItalic: v.optional(v.literal(true)),
  href: v.optional(v.pipe(v.string(), v.regex(/^(https?:\/\/|mailto:)/, 'Use a web address or an email address.'))),
})
export type Run = v.InferOutput<typeof Run>

const Runs = v.array(Run)

/** `number` where its list counts. */
const ListItem = v.object({ depth: v.picklist([1, 2, deepestItem]), number: v.nullable(v.number()), runs: Runs })
export type ListItem = v.InferOutput<typeof ListItem>

/** What a person wrote, as far as we show it: nothing in here is markup, so nothing in here can do anything. */
export const RichText = v.array(
  v.variant('kind', [
    v.object({ kind: v.literal('paragraph'), runs: Runs }),
    v.object({ kind: v.literal('heading'), runs: Runs }),
    v.object({ kind: v.literal('list'), items: v.array(ListItem) }),
  ]),
)
export type RichText = v.InferOutput<typeof RichText>
export type Block = RichText[number]
