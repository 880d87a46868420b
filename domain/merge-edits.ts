/** A part of the values that people edit and choose as a whole: one field, or a few fields that belong together. */
export type EditPart<Values> = {
  valueOf: (values: Values) => unknown
  /** `to`, with this part of `from`. */
  copy: (to: Values, from: Values) => Values
  /** Values that contain both changes of this part. Null if the changes collide. Without it, two different changes always collide. */
  combine?: (edits: Edits<Values> & { base: Values }) => Values | null
}

export type Edits<Values> = {
  /** What both started from. Null if we do not know it: then each difference is a collision. */
  base: Values | null
  /** What the person typed. */
  mine: Values
  /** What was saved elsewhere in the meantime. */
  theirs: Values
}

export type Merge<Values, Part> = {
  /** Both changes. Where they collide, it has the value of `mine`. What is in no part, such as the version, is from `theirs`. */
  merged: Values
  /** Parts that both changed differently. The person must choose. */
  collisions: Part[]
  /** Parts of `merged` that contain a change from elsewhere. */
  incoming: Part[]
}

/** Merges two changes of the same thing part by part, so that neither undoes what the other one did not touch. */
export function mergeEdits<Values, Part extends EditPart<Values>>(parts: readonly Part[], edits: Edits<Values>): Merge<Values, Part> {
  const { base, mine, theirs } = edits
  const collisions: Part[] = []
  const incoming: Part[] = []
  let merged = theirs
  for (const part of parts) {
    const [own, other] = [part.valueOf(mine), part.valueOf(theirs)]
    const isOwnChange = !base || !isSameValue(own, part.valueOf(base))
    const isOtherChange = !base || !isSameValue(other, part.valueOf(base))
    if (isSameValue(own, other) || !isOtherChange) merged = part.copy(merged, mine)
    else if (!isOwnChange) incoming.push(part)
    else {
      const combined = base && part.combine?.({ base, mine, theirs })
      merged = part.copy(merged, combined ?? mine)
      ;(combined ? incoming : collisions).push(part)
    }
  }
  return { merged, collisions, incoming }
}

/** Whether two values of a form mean the same. Spaces around a text do not matter, and the order of keys does not either. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (typeof a === 'string' && typeof b === 'string') return a.trim() === b.trim()
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, index) => isSameValue(item, b[index]))
  if (!isRecord(a) || !isRecord(b)) return Object.is(a, b)
  return Object.keys({ ...a, ...b }).every((key) => isSameValue(a[key], b[key]))
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A part that consists of these fields. */
export const fieldsPart = <Values extends object>(names: readonly (keyof Values)[]): EditPart<Values> => ({
  valueOf: (values) => names.map((name) => values[name]),
  copy: (to, from) => ({ ...to, ...Object.fromEntries(names.map((name) => [name, from[name]])) }),
})

/** How often in a row a form saves again by itself if others keep saving changes that do not collide. */
export const maxMergedSaves = 3
