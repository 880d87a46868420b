import { eq } from 'drizzle-orm'
import type { FormContent } from '../../domain/forms/content.ts'
import { type FormSettings, firstSettings } from '../../domain/forms/settings.ts'
import { defaultPlatform } from '../../domain/platforms.ts'
import { createForm, publishForm, saveDraft } from '../../worker/forms/commands.ts'
import { changeSubmissions } from '../../worker/forms/decide-submissions.ts'
import { noteFormCash } from '../../worker/forms/note-cash.ts'
import { forms } from '../../worker/forms/schema.ts'
import { sendForm } from '../../worker/forms/send.ts'
import { saveSettings } from '../../worker/forms/settings.ts'
import { readFirst } from '../../worker/platform/batch.ts'
import type { Database } from '../../worker/platform/database.ts'
import { asPerson } from '../../worker/teams/actor.ts'
import { smashers } from './teams.ts'

const hostId = 'demo-host'
export const host = asPerson(hostId)
const teamId = 'sunset-smashers'
export const formId = 'demo-registration'
export const timeZone = 'America/Los_Angeles'
/** The season in which the children play whose parents have chosen it. */
export const juniorSeason = 'smashers-running'
/** A member whose child plays too. */
export const parentId = smashers[3] ?? ''
export const childName = 'Mila'

export const clockOf = (now: number, id: string) => ({ now, newId: () => id })

/** Publishes a form of Sunset Smashers, unless an earlier run has. */
export async function addForm(db: Database, now: number, id: string, content: FormContent, settings: Partial<FormSettings>): Promise<void> {
  if (await readFirst(db, db.select({ id: forms.id }).from(forms).where(eq(forms.id, id)))) return
  await createForm(db, clockOf(now, id), host, teamId, { from: { kind: 'template', template: 'blank' } })
  await saveDraft(db, clockOf(now, id), host, id, { content, version: 1 })
  await publishForm(db, clockOf(now, id), host, id, { version: 2, keepsClosed: false })
  await saveSettings(db, clockOf(now, id), host, id, { ...firstSettings(timeZone), ...settings, version: 1 })
}

export type Sender = { person: string | null; name: string }
type Sending = Sender & { number: number; size: string; at: number }

/** What one person sends. Members pay less. */
export async function sendRegistration(db: Database, { person, name, number, size, at }: Sending): Promise<string> {
  const viewer = person === null ? null : { id: person, email: `${person}@demo.test` }
  const isMember = person !== null && (smashers.includes(person) || person === 'demo-player')
  const plays = number % 3 === 0
  const two = (value: number) => String(value).padStart(2, '0')
  const { id } = await sendForm(db, { ...clockOf(at, crypto.randomUUID()), newId: () => crypto.randomUUID() }, viewer, formId, {
    ...{ version: 1, acceptsWaiting: true, website: '', idempotencyKey: `demo-registration-${name}-${person ?? 'guest'}` },
    answers: {
      ...{ fname: name, fborn: `${1970 + ((number * 7) % 35)}-${two(1 + (number % 12))}-${two(1 + ((number * 5) % 28))}`, fsub: plays },
      ...(person === parentId && {
        fkids: [
          {
            fkidfirst: childName,
            fkidlast: name.split(' ').at(-1),
            fkidborn: `${new Date(at).getUTCFullYear() - 9}-05-09`,
            fkidplays: 'ojuniors',
          },
        ],
      }),
      ...(number % 4 !== 1 && { fphone: `+131055501${two(number)}` }),
      ...(plays && { fnights: number % 2 === 0 ? ['omon', 'othu'] : ['owed'] }),
      ...{ fsize: size, ffee: [{ option: 'oseason', quantity: 1 }], fwaiver: { name } },
    },
    total: { amount: isMember ? 7000 : 8000, currency: 'usd' },
    email: person === null ? `${name.toLowerCase().replaceAll(/\W+/g, '.')}@demo.test` : null,
  })
  return id
}

/** An organizer decides about what was sent. */
export const decide = (db: Database, now: number, ids: string[], change: Parameters<typeof changeSubmissions>[4]['change']) =>
  changeSubmissions(db, { now, newId: () => crypto.randomUUID() }, host, formId, { ids, change })

/** An organizer has taken the money for these parts. */
export const noteCash = (db: Database, now: number, submissionId: string, parts: number[]) =>
  noteFormCash(
    db,
    { now, newId: () => crypto.randomUUID(), platform: defaultPlatform },
    hostId,
    { formId, submissionId },
    {
      ...{ parts, idempotencyKey: `demo-cash-${submissionId}` },
    },
  )
