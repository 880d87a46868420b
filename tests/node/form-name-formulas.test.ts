import * as v from 'valibot'
import { expect, test } from 'vitest'
import { checkContent } from '../../domain/forms/check-content.ts'
import { FormContent } from '../../domain/forms/content.ts'
import { changeField } from '../../domain/forms/edit-content.ts'
import { listReadableByFormula, nameForFormula, readShownFormula, showFormula } from '../../domain/forms/name-formulas.ts'

const number = (id: string, label: string) => ({ id, kind: 'number', label })
const computed = (id: string, formula: string) => ({ id, kind: 'computed', label: `Result ${id}`, formula })
const content: FormContent = v.parse(FormContent, {
  title: 'Camp',
  pages: [
    {
      id: 'p1',
      fields: [
        number('fa3c9', 'Adults'),
        number('fb', 'Adults'),
        number('fdogs', '[Dogs] & cats'),
        { id: 'fkids', kind: 'group', label: 'Kids', rowLabel: 'Kid', fields: [number('fage', 'Age'), computed('fhalf', 'fage / 2')] },
        { id: 'fpets', kind: 'group', label: 'Pets', rowLabel: 'Pet', fields: [number('fweight', 'Weight')] },
        { id: 'fread', kind: 'heading', label: 'Costs' },
        computed('fsum', 'fa3c9 + fb'),
        computed('ftwice', 'fsum * 2'),
        computed('fmore', '1'),
      ],
    },
    { id: 'p2', fields: [number('flater', 'Later')] },
  ],
  endings: [{ id: 'e1', title: 'Thank you' }],
})
const readable = (id: string) => listReadableByFormula(content, id).map((field) => field.id)

test('a formula is written with names, and kept with ids', () => {
  const names = nameForFormula(listReadableByFormula(content, 'fmore'))
  const formula = 'sum(fa3c9, fb) * 2 + floor(fdogs) - fgone'
  const shown = showFormula(formula, names)
  expect(shown).toBe('sum([Adults], [Adults 2]) * 2 + floor([Dogs & cats]) - fgone')
  expect(readShownFormula(shown, names)).toBe(formula)
  // What is not finished yet stays as it was typed.
  for (const typed of ['[Adul', '[Adul] * 2', '[] + 1', 'round(2.5)']) expect(readShownFormula(typed, names)).toBe(typed)
})

test('a formula can read what is answered by then, and other formulas that do not read it', () => {
  expect(readable('fmore')).toEqual(['fa3c9', 'fb', 'fdogs', 'fkids', 'fage', 'fhalf', 'fpets', 'fweight', 'fsum', 'ftwice'])
  expect(readable('ftwice')).toContain('fsum')
  expect(readable('fsum')).not.toContain('ftwice')
  expect(readable('fhalf')).not.toContain('fweight')
  expect(readable('fnone')).toEqual([])
  for (const id of ['fmore', 'ftwice', 'fsum', 'fhalf'])
    for (const read of readable(id)) expect(checkContent(changeField(content, id, { formula: read })), `${id} reads ${read}`).toEqual([])
})
