import * as v from 'valibot'
import { FormContent } from '../../domain/forms/content.ts'
import type { OpenForm } from '../../domain/forms/fill-contract.ts'

type FieldInput = Readonly<Record<string, unknown>> & { id: string; kind: string }
type ContentInput = {
  pages: { title?: string; fields: FieldInput[] }[]
  title?: string
  intro?: string
  rules?: unknown[]
  endings?: unknown[]
  payment?: unknown
}

/** Pages are called `p1`, `p2` and so on. A field without a label is called like its id. */
export function makeContent({ pages, endings, ...rest }: ContentInput): FormContent {
  return v.parse(FormContent, {
    title: 'Spring league',
    ...rest,
    pages: pages.map(({ title = '', fields }, at) => ({
      ...{ id: `p${at + 1}`, title },
      fields: fields.map((field) => ({ label: `Question ${field.id}`, ...field })),
    })),
    endings: endings ?? [{ id: 'e1', title: 'See you on the court', text: 'We are glad that you **play**.' }],
  })
}

export const option = (id: string, label: string, more: Record<string, unknown> = {}) => ({ id, label, ...more })
export const whenIs = (field: string, value: string | number | boolean) => ({ all: [{ field, compare: 'is', value }] })

type OpenFormChanges = Partial<Omit<OpenForm, 'viewer' | 'content'>> & { content: FormContent | null; viewer?: Partial<OpenForm['viewer']> }

export const makeOpenForm = ({ viewer = {}, ...changes }: OpenFormChanges): OpenForm => ({
  ...{ id: 'league', title: changes.content?.title ?? 'Spring league', team: { id: 'smashers', name: 'Sunset Smashers' }, state: 'open' },
  ...{
    opensAt: null,
    closesAt: null,
    timeZone: 'America/Chicago',
    layout: 'pages',
    version: 3,
    left: [],
    needsAccount: false,
    needsApproval: false,
  },
  ...{ changesUntil: null, keepMonths: null, thankYouUrl: null, feeBasisPoints: 0, today: new Date().toISOString().slice(0, 10) },
  ...changes,
  viewer: {
    ...{ isSignedIn: true, isMember: false, isOrganizer: false, canSend: true, sent: [], draft: null, files: [] },
    ...{ signed: [], hasKnownAnswers: false },
    ...viewer,
  },
})

/** A league for children: the form of the reference picture. */
export const league = makeContent({
  payment: { currency: 'usd', later: [{ on: '2199-03-01', percent: 50 }] },
  pages: [
    { title: 'About you', fields: [{ id: 'fyou', kind: 'shortText', label: 'Your name', isRequired: true }] },
    {
      title: 'Who is playing?',
      fields: [
        {
          ...{ id: 'fkids', kind: 'group', label: 'Children', rowLabel: 'Child', minRows: 1, maxRows: 4 },
          fields: [
            { id: 'fname', kind: 'shortText', label: 'First name', isRequired: true },
            {
              ...{ id: 'fdivision', kind: 'choice', label: 'Division', isRequired: true },
              options: [
                option('ou10', 'U10', { limit: 20 }),
                option('ou12', 'U12', { limit: 20 }),
                option('ou14', 'U14', { limit: 20, hasWaitlist: true }),
              ],
            },
            {
              ...{ id: 'fshirt', kind: 'choice', label: 'Shirt size', isRequired: true },
              options: [option('oys', 'YS'), option('oym', 'YM'), option('oyl', 'YL')],
            },
            {
              ...{ id: 'fseason', kind: 'product', label: 'Season', isRequired: true },
              options: [option('ofull', 'Whole season', { amount: 12_000 })],
            },
          ],
        },
        {
          id: 'fwaiver',
          kind: 'waiver',
          label: 'Waiver',
          isRequired: true,
          text: '## Heat and lightning\n\nWe stop the game when there is lightning. '.repeat(8),
        },
      ],
    },
    { title: 'Anything else?', fields: [{ id: 'fnote', kind: 'longText', label: 'A note' }] },
  ],
})
