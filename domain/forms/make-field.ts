import * as v from 'valibot'
import { Field, type FieldKind, type FieldOf } from './fields.ts'
import { newFormId } from './ids.ts'

/** What a field of each kind cannot be without, besides a label. Everything else has a default in its schema. */
const starts: Partial<Record<FieldKind, (id: string) => object>> = {
  choice: () => ({ options: makeOptions('First choice', 'Second choice') }),
  choices: () => ({ options: makeOptions('First choice', 'Second choice') }),
  ranking: () => ({ options: makeOptions('First choice', 'Second choice') }),
  team: () => ({ options: makeOptions('First community', 'Second community') }),
  season: () => ({ options: makeOptions('This season', 'Next season') }),
  division: () => ({ options: makeOptions('Beginner', 'Advanced') }),
  product: () => ({ options: makeOptions('Full price').map((option) => ({ ...option, amount: 0 })) }),
  waiver: () => ({ text: '' }),
  richText: () => ({ text: '' }),
  computed: () => ({ formula: '0' }),
  // Two fields must not have the same name in the address, and an id is used once.
  hidden: (id) => ({ addressName: id }),
  group: () => {
    const name = makeField('shortText', { label: 'Full name', isRequired: true })
    // It still names the player when it is called something else.
    return { rowLabel: 'Player', fields: [name], nameFields: [name.id] }
  },
}

const makeOptions = (...labels: string[]) => labels.map((label) => ({ id: newFormId('o'), label }))

export type NewField<Kind extends FieldKind> = Partial<Omit<v.InferInput<typeof Field> & { kind: Kind }, 'kind'>> & { label: string }

/** A valid field with the defaults of its kind. */
export function makeField<Kind extends FieldKind>(kind: Kind, more: NewField<Kind>): FieldOf<Kind> {
  const id = newFormId('f')
  // The schema has just read a field of this kind.
  return v.parse(Field, { ...starts[kind]?.(id), id, ...more, kind }) as FieldOf<Kind>
}
