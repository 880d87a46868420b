import * as v from 'valibot'
import { FormContent } from '../../domain/forms/content.ts'
import type { SubmissionPayment } from '../../domain/forms/payment-contract.ts'
import type { Submission } from '../../domain/forms/submission-contract.ts'
import type { SubmissionOverview, SubmissionRow } from '../../domain/forms/submission-list-contract.ts'
import { day } from '../../domain/time/spans.ts'

const team = { id: 'smashers', name: 'Sunset Smashers' }

export const aContent: FormContent = v.parse(FormContent, {
  title: 'Summer camp',
  pages: [
    {
      id: 'p1',
      title: 'The player',
      fields: [
        { id: 'f1', kind: 'shortText', label: 'Full name' },
        {
          id: 'f2',
          kind: 'choice',
          label: 'Shirt size',
          options: [
            { id: 'os', label: 'Small', limit: 20 },
            { id: 'ol', label: 'Large', limit: 10, hasWaitlist: true },
          ],
        },
        { id: 'f3', kind: 'birthDate', label: 'Born on' },
        { id: 'f4', kind: 'longText', label: 'Anything we should know' },
        { id: 'f5', kind: 'email', label: 'Email of a parent' },
        { id: 'f6', kind: 'heading', label: 'Only a heading' },
      ],
    },
    {
      id: 'p2',
      title: 'Who comes along',
      fields: [
        {
          id: 'f7',
          kind: 'group',
          label: 'Siblings',
          rowLabel: 'Child',
          minRows: 0,
          fields: [
            { id: 'f8', kind: 'shortText', label: 'Name' },
            { id: 'f9', kind: 'yesNo', label: 'Can swim' },
          ],
        },
        { id: 'f10', kind: 'waiver', label: 'Liability', text: 'I know the risk.' },
        { id: 'f11', kind: 'signature', label: 'Signature of a parent' },
      ],
    },
  ],
  endings: [{ id: 'e1', title: 'Thank you', text: 'Bring a bottle of water.' }],
  payment: { currency: 'usd' },
})

export const aRow = (name: string, changes: Partial<SubmissionRow> = {}): SubmissionRow => ({
  id: name.toLowerCase().replaceAll(' ', '-'),
  ...{ state: 'asked', isMissing: false },
  person: null,
  email: `${name.split(' ')[0]?.toLowerCase()}@example.com`,
  label: name,
  version: 1,
  answers: { f1: name, f2: 'ol', f3: '2015-07-01' },
  names: {},
  files: [],
  total: { amount: 12_500, currency: 'usd' },
  ...{ owed: { amount: 0, currency: 'usd' }, held: { amount: 0, currency: 'usd' } },
  tags: [],
  sentAt: Date.now() - 2 * day,
  ...changes,
})

export const anOverview = (changes: Partial<SubmissionOverview> = {}): SubmissionOverview => ({
  id: 'camp',
  title: 'Summer camp',
  team,
  version: 1,
  content: aContent,
  timeZone: 'America/Chicago',
  needsApproval: true,
  ...{ isClosed: false, hasSignedWaivers: false, managesMoney: true },
  hidden: [],
  counts: [
    { state: 'asked', count: 2 },
    { state: 'accepted', count: 1 },
  ],
  options: [
    { field: 'f2', option: 'os', taken: 12, waiting: 0 },
    { field: 'f2', option: 'ol', taken: 10, waiting: 3 },
  ],
  ...changes,
})

export const aSubmission = (changes: Partial<Submission> = {}): Submission => ({
  id: 'ana',
  form: { id: 'camp', title: 'Summer camp', team },
  state: 'asked',
  person: { id: 'person-a', name: 'Person A', pictureUrl: null },
  email: 'person.a@example.com',
  label: 'Ana Ortiz',
  version: 1,
  content: aContent,
  files: [],
  hidden: [],

  signed: [],
  answers: {
    f1: 'Ana Ortiz',
    f2: 'ol',
    f3: '2015-07-01',
    f4: '=cmd()\nLoves goals',
    f5: 'parent@example.com',
    f7: [
      { f8: 'Bo', f9: true },
      { f8: 'Cy', f9: false },
    ],
    f10: { name: 'Jo Park' },
    f11: {
      strokes: [
        [100, 100, 400, 300, 700, 80],
        [500, 50],
      ],
    },
  },
  ending: 'e1',
  total: { amount: 12_500, currency: 'usd' },
  payUntil: null,
  sentAt: Date.UTC(2026, 10, 20, 18),
  revision: 1,
  ...{ canWithdraw: true, changing: { today: '2026-11-01', isMember: false } },
  missing: null,
  isMine: true,
  organizer: null,
  history: [],
  ...changes,
})

export const asOrganizer: Partial<Submission> = {
  ...{ canWithdraw: false, changing: null },
  isMine: false,
  organizer: { tags: ['keeper'], note: '' },
  history: [
    { kind: 'noted', by: { id: 'person-a', name: 'Person A', pictureUrl: null }, at: Date.UTC(2026, 10, 21, 18), changes: [] },
    { kind: 'sent', by: null, at: Date.UTC(2026, 10, 20, 18), changes: [] },
  ],
}

/** A part is paid by card and one in cash, and one is open. */
export const aPayment = (changes: Partial<SubmissionPayment> = {}): SubmissionPayment => ({
  form: { id: 'camp', title: 'Summer camp', team },
  ...{ submissionId: 'ana', state: 'accepted', payUntil: null, timeZone: 'America/Chicago', currency: 'usd', total: 12_500, paid: 9500 },
  parts: [
    { number: 0, dueOn: null, amount: 6000, state: 'paid' },
    { number: 1, dueOn: '2026-12-01', amount: 3500, state: 'paid' },
    { number: 2, dueOn: '2199-12-20', amount: 3000, state: 'later' },
  ],
  lines: [{ label: 'Week', quantity: 2, each: 6250, amount: 12_500 }],
  ...{ siblingDiscount: 0, couponDiscount: 0, bookingFee: 0, isMine: false, canPay: false, isManager: true },
  lastWords: null,
  payments: [
    {
      ...{ id: 'card-1', method: 'card', amount: 6000, parts: [0], state: 'paid', paidAt: Date.UTC(2026, 10, 20, 18), rest: 5000 },
      refunds: [{ id: 'back-1', amount: 1000, state: 'sent', at: Date.UTC(2026, 10, 22, 18) }],
      dispute: null,
    },
    {
      ...{ id: 'cash-1', method: 'cash', amount: 3500, parts: [1], state: 'paid', paidAt: Date.UTC(2026, 10, 21, 18), rest: 0 },
      refunds: [],
      dispute: null,
    },
  ],
  ...changes,
})
