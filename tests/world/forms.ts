import { eq } from 'drizzle-orm'
import type { FormContent } from '../../domain/forms/content.ts'
import { addField, addRule, changePayment, findField } from '../../domain/forms/edit-content.ts'
import { makeField } from '../../domain/forms/make-field.ts'
import { fromTemplate } from '../../domain/forms/templates.ts'
import { createForm, publishForm, saveDraft } from '../../worker/forms/commands.ts'
import { forms } from '../../worker/forms/schema.ts'
import { readFirst } from '../../worker/platform/batch.ts'
import type { Database } from '../../worker/platform/database.ts'
import { asPerson } from '../../worker/teams/actor.ts'
import { openSandbox } from './sandbox.ts'

const host = asPerson('demo-host')
const teamId = 'sunset-smashers'
const formId = 'demo-league-form'

/** A registration with divisions, and a shirt that only juniors choose. Where money can be taken, it has a fee. */
function writeLeague(takesMoney: boolean): FormContent {
  const start = { ...fromTemplate('registration'), title: 'Spring league registration' }
  const option = (id: string, label: string, limit: number | null) => ({ id, label, limit, hasWaitlist: limit !== null })
  const division = makeField('division', {
    ...{ id: 'fdivision', label: 'Division', isRequired: true },
    options: [option('ou10', 'U10', 12), option('ou12', 'U12', null), option('ou14', 'U14', 9)],
  })
  const fee = makeField('product', {
    ...{ id: 'ffee', label: 'League fee', isRequired: true },
    options: [{ id: 'ofee', label: 'Season', amount: 6000, memberAmount: 5000 }],
  })
  const { field: group, page } = findField(start, start.pages[1]?.fields[0]?.id ?? '') ?? {}
  if (!group || !page) throw new Error('The template of registrations has no group any more.')
  const place = { page: page.id, group: group.id }
  const shirt = group.kind === 'group' && group.fields.find(({ label }) => label === 'Shirt size')
  if (!shirt) throw new Error('The template of registrations has no shirts any more.')
  const withDivision = addField(start, division, { ...place, index: 2 })
  const withRule = addRule(withDivision, {
    when: { all: [{ field: division.id, compare: 'isFilled' }] },
    actions: [{ do: 'show', field: shirt.id }],
  })
  if (!takesMoney) return withRule
  const withFee = addField(withRule, fee, { ...place, index: 3 })
  return changePayment(withFee, { currency: 'usd', feeBy: 'host', earlyUntil: null, siblingPercent: 10, later: [] })
}

/** Forms of the community of `demo-host`: one that is open and has changes, and a draft. */
export async function addForms(db: Database, now: number): Promise<void> {
  if (await readFirst(db, db.select({ id: forms.id }).from(forms).where(eq(forms.id, formId)))) return
  const clockOf = (id: string) => ({ now, newId: () => id })
  const from = (template: 'registration' | 'tryout') => ({ from: { kind: 'template' as const, template } })
  const league = writeLeague((await openSandbox(db)) !== null)
  await createForm(db, clockOf('demo-tryout-form'), host, teamId, from('tryout'))
  await createForm(db, clockOf(formId), host, teamId, from('registration'))
  await saveDraft(db, clockOf(formId), host, formId, { content: league, version: 1 })
  await publishForm(db, clockOf(formId), host, formId, { version: 2, keepsClosed: false })
  await saveDraft(db, clockOf(formId), host, formId, { content: { ...league, intro: 'Games are on Saturdays.' }, version: 2 })
}
