import * as v from 'valibot'
import { Id } from '../../domain/ids.ts'
import { picturePath } from '../../domain/pictures/contract.ts'
import { describeProfile, describeProfilePicture } from '../../domain/profiles/picture-words.ts'
import type { AppContext } from '../platform/context.ts'
import type { PageContent } from '../platform/page-content.ts'
import { findPreview } from './find-preview.ts'

/**
 * The page of a profile, as chats see it: a name and a picture, if the person has allowed it. Signed-in people get neither, because the
 * person may have blocked them.
 */
export async function profilePage(c: AppContext): Promise<PageContent> {
  const parsed = v.safeParse(Id, c.req.param('userId'))
  if (!parsed.success || (await c.var.viewer())) return {}
  const preview = await findPreview(c.var.db, parsed.output)
  if (!preview) return {}
  return {
    title: preview.name,
    description: describeProfile(preview),
    image: picturePath('profiles', parsed.output, describeProfilePicture(preview)),
  }
}
