import * as v from 'valibot'

/** Lists can be nested this deep. Deeper items are shown at this depth. */
export const maxListDepth = 3

/** Text in one style. '\n' is a line break. */
const Run = v.object({
  text: v.string(),
  isBold: v.optional(v.literal(true)),
  isItalic: v.optional(v.literal(true)),
  href: v.optional(v.pipe(v.string(), v.regex(/^(https?:\/\/|mailto:)/, 'Use a web address or an email address.'))),
})
export type Run = v.InferOutput<typeof Run>

const Runs = v.array(Run)

/** `number` is set in a numbered list. */
const ListItem = v.object({ depth: v.picklist([1, 2, maxListDepth]), number: v.nullable(v.number()), runs: Runs })
export type ListItem = v.InferOutput<typeof ListItem>

/** Formatted text that a user wrote. It contains no HTML, so it cannot run code or load anything. */
export const RichText = v.array(
  v.variant('kind', [
    v.object({ kind: v.literal('paragraph'), runs: Runs }),
    v.object({ kind: v.literal('heading'), runs: Runs }),
    v.object({ kind: v.literal('list'), items: v.array(ListItem) }),
  ]),
)
export type RichText = v.InferOutput<typeof RichText>
export type Block = RichText[number]
