import type { FormAudience, FormLayout } from '../../../domain/forms/settings.ts'
import type { MomentValues, SettingsValues } from '../../../domain/forms/settings-values.ts'
import { fieldPartOf } from '../../ui/edit-conflict.ts'

export const audienceTexts: Record<FormAudience, { label: string; hint: string }> = {
  anyone: { label: 'Anyone with the link', hint: 'Also without an account.' },
  signedIn: { label: 'People with an account', hint: 'They log in first, so they can go on with it on another device.' },
  members: { label: 'Members of the community', hint: 'Everyone else sees that it is for members.' },
  people: { label: 'People whom you name', hint: 'By the email addresses of their accounts.' },
  code: { label: 'Whoever has the code', hint: 'Also without an account. A link can bring the code with it.' },
}

export const layoutTexts: Record<FormLayout, { label: string; hint: string }> = {
  pages: { label: 'A page at a time', hint: 'Each page is checked before the next one.' },
  questions: { label: 'A question at a time', hint: 'For phones: Enter or Continue leads to the next one.' },
  whole: { label: 'All pages at once', hint: 'For short forms: people see all of it from the start.' },
}

const yesNo = (isOn: boolean) => (isOn ? 'Yes' : 'No')
const writeMoment = (moment: MomentValues) => (moment === null ? 'No' : [moment.date, moment.time].filter(Boolean).join(', '))

const part = fieldPartOf<SettingsValues>()

/** What somebody else can have changed meanwhile, part by part. */
export const settingsParts = [
  part('audience', 'Who can fill it', (audience) => audienceTexts[audience].label),
  part('code', 'Code', String),
  part('people', 'People', String),
  part('opensAt', 'Opens later', writeMoment),
  part('closesAt', 'Closes', writeMoment),
  part('timeZone', 'Time zone', String),
  part('layout', 'How it is filled', (layout) => layoutTexts[layout].label),
  part('maxSubmissions', 'Limit', String),
  part('isOncePerPerson', 'Once per person', yesNo),
  part('needsApproval', 'You decide about each', yesNo),
  part('changesUntil', 'Changing or withdrawing', writeMoment),
  part('keepMonths', 'Delete after months', String),
  part('addsMembers', 'Become members', yesNo),
  part('isNeededToJoin', 'Before joining a game', yesNo),
  part('thankYouUrl', 'Page after sending', String),
  part('frameOrigins', 'Sites that show this form', String),
]
