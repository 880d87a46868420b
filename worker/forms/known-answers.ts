import { sql } from 'drizzle-orm'
import type { KnownAnswers } from '../../domain/forms/known-contract.ts'
import { renew } from '../../domain/forms/renewal.ts'
import type { PlayedActivity } from '../../domain/profiles/contract.ts'
import { instantToLocal } from '../../domain/time/wall-clock.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { selectFields } from '../platform/row-query.ts'
import { selectProfileFacts } from '../profiles/queries.ts'
import { selectChildren } from '../roster/own-children.ts'
import { fromSeasons, isKnown } from './earlier-seasons.ts'
import { type FormViewer, findForm } from './find-form.ts'
import { formVersions, submissions as s, submissions } from './schema.ts'

const selectEarlier = (formId: string, userId: string) =>
  selectFields(
    { answers: s.answers, sentAt: s.sentAt, content: formVersions.content },
    sql`FROM ${submissions} JOIN ${formVersions} ON ${formVersions.formId} = ${s.formId} AND ${formVersions.number} = ${s.version}
      WHERE ${s.id} = (SELECT ${s.id} ${fromSeasons(formId, userId)} AND ${isKnown} ORDER BY ${s.sentAt} DESC, ${s.id} DESC LIMIT 1)`,
  )

type ProfileFacts = {
  fullName: string | null
  displayName: string | null
  email: string
  cityId: number | null
  activities: PlayedActivity[] | null
}

function toKnownProfile({ fullName, displayName, email, cityId, activities }: ProfileFacts): KnownAnswers['profile'] {
  const [only, ...others] = (activities ?? []).filter(({ isOn }) => isOn)
  return {
    ...{ name: fullName ?? displayName, email, cityId },
    activity: only && others.length === 0 ? { id: only.activity, level: only.level } : null,
  }
}

/** What an account knows already about the answers to a form: those of last season that still fit, the profile, and the children of the person. */
export async function findKnownAnswers(
  db: Database,
  now: number,
  viewer: NonNullable<FormViewer>,
  formId: string,
  code: string | undefined,
): Promise<KnownAnswers> {
  // Whoever may not see the form learns nothing about it.
  const { form, settings, latest } = await findForm(db, viewer, formId, { now, code })
  const { earlier, profile, children } = await runBatch(db, {
    earlier: selectEarlier(formId, viewer.id),
    profile: selectProfileFacts(db, viewer.id),
    children: selectChildren(viewer.id, sql`${form.teamId}`),
  })
  const [sent] = earlier.rows
  const [person] = profile.rows
  return {
    earlier: sent
      ? {
          ...{ title: sent.content.title, sentAt: sent.sentAt },
          ...renew(latest.content, sent, { today: instantToLocal(now, settings.timeZone).date }),
        }
      : null,
    profile: person ? toKnownProfile(person) : null,
    children: children.rows,
  }
}
