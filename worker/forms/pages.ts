import { eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { stateForFillers } from '../../domain/forms/access.ts'
import { FormPath } from '../../domain/forms/contract.ts'
import { frameParameter, themeParameter } from '../../domain/forms/paths.ts'
import { picturePath } from '../../domain/pictures/contract.ts'
import { photoUrl } from '../../domain/places/rules.ts'
import { toPlainText } from '../../domain/rich-text/plain-text.ts'
import { readRichText } from '../../domain/rich-text/read-rich-text.ts'
import { readTheme } from '../../domain/themes.ts'
import { runBatch } from '../platform/batch.ts'
import type { AppContext } from '../platform/context.ts'
import { getPrimary } from '../platform/from-request.ts'
import type { PageContent } from '../platform/page-content.ts'
import { asBoolean, asText, computed, type RowOf, selectFields } from '../platform/row-query.ts'
import { selectTeamPicture, toTeamPicture } from '../teams/picture-words.ts'
import { communities } from '../teams/shared.ts'
import { isFull } from './is-open.ts'
import { forms, formVersions } from './schema.ts'

/**
 * The page of a form. A shared link shows what a stranger sees of it. In a frame it has no bars, and only the sites that its organizers have
 * listed can show it.
 */
export async function formPage(c: AppContext): Promise<PageContent> {
  const params = v.safeParse(FormPath, { id: c.req.param('id') })
  const found = params.success ? await findPublished(c, params.output.id) : null
  const preview = found?.form.settings.audience === 'anyone' ? describeForm(found, c.var.now()) : {}
  if (c.req.query(frameParameter) === undefined) return preview
  return { ...preview, frame: { origins: found?.form.settings.frameOrigins ?? [], theme: readTheme(c.req.query(themeParameter)) } }
}

/** The version that is filled now. Its title and introduction are read alone, because a content can be long. */
const selectPublished = (formId: string, siteTeamId: string | null) =>
  selectFields(
    {
      ...{ teamId: forms.teamId, settings: forms.settings, isClosed: forms.isClosed, photoKey: communities.photoKey },
      team: communities.name,
      title: computed(sql`${formVersions.content}->>'title'`, asText),
      intro: computed(sql`coalesce(${formVersions.content}->>'intro', '')`, asText),
      isFull: computed(isFull(forms), asBoolean),
    },
    sql`FROM ${forms}
      JOIN ${communities} ON ${communities.id} = ${forms.teamId} AND ${communities.deletedAt} IS NULL
      JOIN ${formVersions} ON ${formVersions.formId} = ${forms.id} AND ${formVersions.number} = ${forms.publishedNumber}
      WHERE ${forms.id} = ${formId} AND (${siteTeamId} IS NULL OR ${forms.teamId} = ${siteTeamId})`,
  )
type Published = { form: RowOf<ReturnType<typeof selectPublished>>; image: string }

/** Null if the form is not there, is not published, or belongs to another community than this domain. */
async function findPublished(c: AppContext, formId: string): Promise<Published | null> {
  const { site } = c.var
  const db = getPrimary(c)
  const { found, pictures } = await runBatch(db, {
    found: selectPublished(formId, site.kind === 'team' ? site.teamId : null),
    pictures: selectTeamPicture(db, sql`(SELECT ${forms.teamId} FROM ${forms} WHERE ${eq(forms.id, formId)})`),
  })
  const [[form], [picture]] = [found.rows, pictures.rows]
  if (!form || !picture) return null
  const image = form.photoKey === null ? picturePath('teams', form.teamId, toTeamPicture(picture)) : photoUrl(form.photoKey, 1280)
  return { form, image }
}

const maxDescriptionLength = 200

/** "A form of Sunset Smashers. Each player gets a shirt." Nobody reads the introduction of a form that is not open. */
function describeForm({ form: { settings, isClosed, title, intro, team, ...form }, image }: Published, now: number) {
  const state = stateForFillers({ ...settings, isClosed, isFull: form.isFull }, now)
  const states = { early: 'It is not open yet.', closed: 'It is closed.', full: 'It is full.' }
  const rest = state === 'open' ? toPlainText(readRichText(intro), maxDescriptionLength) : states[state]
  return { title, description: `A form of ${team}. ${rest}`.trim(), image }
}
