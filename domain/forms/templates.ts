import type { FormContent } from './content.ts'
import type { Field, FieldKind, InnerField } from './fields.ts'
import { makeField, type NewField } from './make-field.ts'

export const formTemplates = ['blank', 'registration', 'waiver', 'tryout', 'volunteer', 'feedback', 'payment'] as const
export type FormTemplate = (typeof formTemplates)[number]

export const templateNames: Record<FormTemplate, string> = {
  blank: 'Blank form',
  registration: 'Registration',
  waiver: 'Waiver',
  tryout: 'Tryout',
  volunteer: 'Volunteers',
  feedback: 'Feedback',
  payment: 'Payment',
}

/** Fields of one form. Their ids count up, so that a template is the same each time. */
function makeFields() {
  let last = 0
  const field = <Kind extends FieldKind>(kind: Kind, more: NewField<Kind>) => makeField(kind, { ...more, id: `f${++last}` })
  const ask = <Kind extends FieldKind>(kind: Kind, more: NewField<Kind>) => field(kind, { ...more, isRequired: true })
  return { field, ask }
}

const options = (...labels: string[]) => labels.map((label, index) => ({ id: `o${index + 1}`, label }))
const prices = [6000, 3500]

const waiverText = [
  'I know that sport can lead to injuries, and I take part at my own risk.',
  'I allow the organizers to call medical help if I, or the child I sign for, cannot decide about it.',
  'Change this text to what applies to your community. Ask a lawyer if you are not sure.',
].join('\n\n')

const page = (id: string, title: string, fields: Field[]) => ({ id, title, fields })

function buildPages(template: FormTemplate): FormContent['pages'] {
  const { field, ask } = makeFields()
  const nameAndEmail = () => [ask('shortText', { label: 'Full name' }), ask('email', { label: 'Email' })]
  const contact = () => [...nameAndEmail(), field('phone', { label: 'Phone' })]
  const waiver = () => ask('waiver', { label: 'Waiver', text: waiverText })
  switch (template) {
    case 'blank':
      return [page('p1', '', [])]
    case 'registration': {
      const name = ask('shortText', { label: 'Name of the player' })
      const fields: InnerField[] = [
        name,
        ask('birthDate', { label: 'Birth date' }),
        ask('choice', { label: 'Shirt size', options: options('Youth S', 'Youth M', 'Youth L', 'Adult S', 'Adult M', 'Adult L') }),
        field('longText', { label: 'Allergies or other things we should know' }),
        waiver(),
      ]
      const players = field('group', {
        label: 'Who is playing?',
        fields,
        nameFields: [name.id],
        rowLabel: 'Player',
        minRows: 1,
        maxRows: 5,
      })
      return [page('p1', 'Contact', contact()), page('p2', 'Who is playing?', [players])]
    }
    case 'waiver':
      return [page('p1', '', [...nameAndEmail(), ask('birthDate', { label: 'Birth date' }), waiver()])]
    case 'tryout':
      return [
        page('p1', 'About you', [...contact(), ask('birthDate', { label: 'Birth date' })]),
        page('p2', 'How you play', [
          ask('level', { label: 'Your level' }),
          field('shortText', { label: 'Position' }),
          field('longText', { label: 'Where have you played so far?' }),
          field('yesNo', { label: 'Can you come to every practice?' }),
        ]),
      ]
    case 'volunteer':
      return [
        page('p1', '', [
          ...contact(),
          ask('choices', { label: 'How can you help?', options: options('Coach', 'Referee', 'Scorekeeper', 'Set up', 'Food and drinks') }),
          field('longText', { label: 'When can you help?' }),
        ]),
      ]
    case 'feedback':
      return [
        page('p1', '', [
          ask('rating', { label: 'How was the season?' }),
          field('longText', { label: 'What did you like?' }),
          field('longText', { label: 'What should we do better?' }),
          field('yesNo', { label: 'Will you play again?' }),
        ]),
      ]
    case 'payment': {
      const products = options('Season', 'Half a season').map((option, index) => ({ ...option, amount: prices[index] ?? 0 }))
      return [page('p1', '', [...nameAndEmail(), ask('product', { label: 'What do you pay for?', options: products })])]
    }
  }
}

/** The content of a new form. */
export const fromTemplate = (template: FormTemplate): FormContent => ({
  title: template === 'blank' ? 'New form' : templateNames[template],
  intro: '',
  pages: buildPages(template),
  rules: [],
  endings: [{ id: 'e1', title: 'Thank you', text: 'We have got your answers.', isRefusal: false }],
  payment: template === 'payment' ? { currency: 'usd', feeBy: 'host', earlyUntil: null, siblingPercent: null, later: [] } : null,
})
