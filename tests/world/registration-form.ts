import * as v from 'valibot'
import { FormContent } from '../../domain/forms/content.ts'

const required = { isRequired: true }
const option = (id: string, label: string, more: object = {}) => ({ id, label, ...more })

/**
 * A registration on two pages: children who are registered for a season, shirts of which there are few, a deposit, a waiver, and
 * questions that depend on others.
 */
export const writeRegistration = (balanceOn: string, juniorSeason: string): FormContent =>
  v.parse(FormContent, {
    title: 'Winter league registration',
    intro: 'Ten weeks of doubles on Tuesday nights. The deposit holds your place.',
    payment: { currency: 'usd', feeBy: 'host', later: [{ on: balanceOn, percent: 60 }] },
    pages: [
      {
        id: 'pplayer',
        title: 'Who is playing?',
        fields: [
          { id: 'fname', kind: 'shortText', label: 'Your name', maxLength: 80, ...required },
          { id: 'fphone', kind: 'phone', label: 'Phone', hint: 'Only for the night of the game.' },
          { id: 'fborn', kind: 'birthDate', label: 'Date of birth', minAge: 16, ...required },
          {
            ...{ id: 'fkids', kind: 'group', label: 'Children who play too', rowLabel: 'Child', minRows: 0, maxRows: 4 },
            hint: 'The juniors play on Tuesdays at 6 PM, and it costs nothing.',
            fields: [
              { id: 'fkidfirst', kind: 'shortText', label: 'First name', width: 'half', ...required },
              { id: 'fkidlast', kind: 'shortText', label: 'Last name', width: 'half' },
              { id: 'fkidborn', kind: 'birthDate', label: 'Date of birth', maxAge: 15, width: 'half', ...required },
              {
                ...{ id: 'fkidplays', kind: 'season', label: 'Season', width: 'half', ...required },
                options: [option('ojuniors', 'Juniors of this season', { refId: juniorSeason })],
              },
            ],
          },
          { id: 'fsub', kind: 'yesNo', label: 'Can you fill in on other nights?', width: 'half' },
          {
            ...{ id: 'fnights', kind: 'choices', label: 'Which nights?', width: 'half' },
            options: [option('omon', 'Monday'), option('owed', 'Wednesday'), option('othu', 'Thursday')],
          },
        ],
      },
      {
        id: 'pkit',
        title: 'Shirt, waiver and fee',
        fields: [
          {
            ...{ id: 'fsize', kind: 'choice', label: 'Shirt size', ...required },
            options: [
              option('os', 'S', { limit: 20 }),
              option('om', 'M', { limit: 30 }),
              option('ol', 'L', { limit: 8, hasWaitlist: true }),
              option('oxl', 'XL', { limit: 2 }),
            ],
          },
          { id: 'fcode', kind: 'coupon', label: 'Coupon' },
          {
            ...{ id: 'ffee', kind: 'product', label: 'League fee', ...required },
            options: [option('oseason', 'Whole season', { amount: 8000, memberAmount: 7000 })],
          },
          {
            ...{ id: 'fwaiver', kind: 'waiver', label: 'Waiver', months: 12, ...required },
            text: 'I know that pickleball can lead to injuries. I play at my own risk, and I follow the rules of the courts. If I am hurt, Sunset Smashers may call a doctor for me.',
          },
        ],
      },
    ],
    rules: [{ id: 'rnights', when: { all: [{ field: 'fsub', compare: 'is', value: true }] }, actions: [{ do: 'show', field: 'fnights' }] }],
    endings: [
      { id: 'edone', title: 'See you on Tuesday', text: 'We play on Tuesdays at 7 PM. Bring water, and arrive ten minutes early.' },
    ],
  })

/** Only members can fill it. */
export const writeMembersForm = (): FormContent =>
  v.parse(FormContent, {
    title: 'End of season dinner',
    pages: [
      {
        id: 'pdinner',
        title: '',
        fields: [
          { id: 'fcoming', kind: 'yesNo', label: 'Are you coming?', ...required },
          {
            ...{ id: 'fmeal', kind: 'choice', label: 'What do you eat?' },
            options: [option('oveg', 'Vegetables'), option('ofish', 'Fish'), option('omeat', 'Meat')],
          },
        ],
      },
    ],
    rules: [{ id: 'rmeal', when: { all: [{ field: 'fcoming', compare: 'is', value: true }] }, actions: [{ do: 'show', field: 'fmeal' }] }],
    endings: [{ id: 'edone', title: 'Thank you' }],
  })
