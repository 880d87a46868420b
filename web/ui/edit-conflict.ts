import { type EditPart, fieldsPart } from '../../domain/merge-edits.ts'

/** A part of a form, with its name and its value in words. */
export type FormPart<Values> = EditPart<Values> & { label: string; format: (values: Values) => string }

/** Makes parts that are one field of these values. */
export const fieldPartOf =
  <Values extends object>() =>
  <Name extends keyof Values>(name: Name, label: string, format: (value: Values[Name]) => string): FormPart<Values> => ({
    ...fieldsPart<Values>([name]),
    label,
    format: (values) => format(values[name]),
  })

/** What was saved elsewhere while the person typed. */
export type EditConflict<Values> = {
  theirs: Values
  /** What the person typed, also for parts where they have chosen the saved value. */
  mine: Values
  /** Parts that both changed differently. They have the value of `mine` until the person chooses the other one. */
  collisions: readonly FormPart<Values>[]
  /** Parts that contain a change from elsewhere. */
  incoming: readonly FormPart<Values>[]
  /** Whether the focus has moved to the choices. Nothing is saved before. */
  isSeen: boolean
}

export type Side = 'mine' | 'theirs'

/** The conflict and the values of the form after the person has chosen a side of a part. */
export function chooseSide<Values>(conflict: EditConflict<Values>, values: Values, part: FormPart<Values>, side: Side) {
  if (side === 'mine') return { conflict, values: part.copy(values, conflict.mine) }
  return { conflict: { ...conflict, mine: part.copy(conflict.mine, values) }, values: part.copy(values, conflict.theirs) }
}

const listFormat = new Intl.ListFormat('en-US')

/** Names the parts that contain a change from elsewhere. */
export const formatIncoming = (labels: readonly string[]) => `We also kept what was changed elsewhere: ${listFormat.format(labels)}.`
