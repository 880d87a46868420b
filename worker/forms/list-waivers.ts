import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { type WaiverPage, waiverPageSize } from '../../domain/forms/waiver-contract.ts'
import { faceColumnsOf, toFace } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { runBatch } from '../platform/batch.ts'
import { cutPage, readCursor, TimeCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { selectFields } from '../platform/row-query.ts'
import { type Actor, canAct, selectFacts } from '../teams/actor.ts'
import { requireTeamOf } from './queries.ts'
import { signedWaivers as w } from './schema.ts'
import { requireOrganizer } from './submissions.ts'

const signer = alias(people, 'signer')
const { name, photoKey } = faceColumnsOf(signer)

/** Who has signed the waivers of a form, for those who run it. The latest come first. */
export async function listSignedWaivers(db: Database, organizer: Actor, formId: string, cursor?: string): Promise<WaiverPage> {
  const teamId = await requireTeamOf(db, formId)
  const after = readCursor(TimeCursor, cursor)
  const { facts, found } = await runBatch(db, {
    facts: selectFacts(organizer, teamId),
    found: selectFields(
      {
        ...{ id: w.id, field: w.fieldId, version: w.version, submissionId: w.submissionId, email: w.emailKey, signer: w.signer },
        ...{ forWhom: w.forWhom, signature: w.signature, wordsHash: w.wordsHash, signedAt: w.signedAt, expiresAt: w.expiresAt },
        ...{ personId: signer.id, name, photoKey },
      },
      sql`FROM ${w} LEFT JOIN ${people} ${signer} ON ${signer.id} = ${w.userId}
        WHERE ${w.formId} = ${formId} AND ${canAct(organizer, teamId, 'forms.manage')}
          AND ${after ? sql`(${w.signedAt}, ${w.id}) < (${after[0]}, ${after[1]})` : sql`1`}
        ORDER BY ${w.signedAt} DESC, ${w.id} DESC LIMIT ${waiverPageSize + 1}`,
    ),
  })
  requireOrganizer(organizer, facts)
  const { page, next } = cutPage(found.rows, waiverPageSize, ({ signedAt, id }) => [signedAt, id])
  return {
    waivers: page.map(({ personId, name: personName, photoKey: key, ...waiver }) => ({
      ...waiver,
      person: personId === null ? null : toFace({ id: personId, name: personName, photoKey: key }),
    })),
    next,
  }
}
