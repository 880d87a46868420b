import * as v from 'valibot'
import { properName } from '../texts.ts'

const maxStrokes = 200
const maxPoints = 5_000

/** Coordinates of a stroke: x and y in turn, in a box 1,000 wide. */
const Stroke = v.pipe(
  v.array(v.pipe(v.number(), v.integer(), v.minValue(-100), v.maxValue(1_100))),
  v.minLength(2),
  v.maxLength(maxPoints * 2),
  v.check((numbers) => numbers.length % 2 === 0),
)
const Strokes = v.pipe(
  v.array(Stroke),
  v.minLength(1),
  v.maxLength(maxStrokes),
  v.check((strokes) => strokes.reduce((sum, { length }) => sum + length, 0) <= maxPoints * 2),
)

/** A signature is a name that was typed, or lines that were drawn. */
const Signature = v.union([v.strictObject({ name: properName('A name', 2, 100) }), v.strictObject({ strokes: Strokes })])
export type Signature = v.InferOutput<typeof Signature>

/** A dot or a short line is no signature. */
const minDrawnLength = 150

function measure(strokes: readonly number[][]): number {
  let length = 0
  for (const stroke of strokes)
    for (let at = 2; at < stroke.length; at += 2)
      length += Math.hypot((stroke[at] ?? 0) - (stroke[at - 2] ?? 0), (stroke[at + 1] ?? 0) - (stroke[at - 1] ?? 0))
  return length
}

export function readSignature(
  raw: unknown,
  way: 'drawn' | 'typed' | 'either',
): { signature: Signature } | { fault: 'notThis' | 'notSigned' } {
  const read = v.safeParse(Signature, raw)
  if (!read.success) return { fault: 'notThis' }
  const { output: signature } = read
  // Who cannot draw types their name, also where others draw.
  if ('name' in signature) return { signature }
  if (way === 'typed') return { fault: 'notThis' }
  return measure(signature.strokes) < minDrawnLength ? { fault: 'notSigned' } : { signature }
}
