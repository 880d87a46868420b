import type { WorkOf } from '../../domain/jobs/contract.ts'
import type { LinkPreview } from '../../domain/messages/link-preview.ts'
import { makePreview } from '../../domain/messages/make-preview.ts'
import { hostOf } from '../../domain/other-sites/judge-url.ts'
import { makeSiteRules } from '../../domain/other-sites/site-rules.ts'
import type { DueLink } from '../../durable-objects/conversation/link-previews.ts'
import type { Env } from '../env.ts'
import { findTeamByHost } from '../hostnames/queries.ts'
import type { JobContext } from '../platform/job-context.ts'
import { fetchPage } from './fetch-page.ts'

type Context = Pick<JobContext, 'env' | 'db' | 'settings'>

/** The jobs have no link, because links can be secrets. The object keeps what is due until this has worked, so it needs no outbox. */
export async function queuePreviews(env: Env, conversationId: string, links: readonly DueLink[]): Promise<void> {
  await env.WORK_QUEUE.sendBatch(
    links.map(({ seq, fetchId }) => ({
      body: { id: `preview-link:${fetchId}`, body: { kind: 'preview-link' as const, conversationId, seq, fetchId } },
    })),
  )
}

/**
 * Loads the page of a link, and gives its preview to the conversation. A job that is delivered twice, or is late, changes nothing. A page
 * that cannot be loaded is not tried again: its message then has no preview.
 */
export async function previewLink({ conversationId, seq, fetchId }: WorkOf<'preview-link'>, context: Context): Promise<void> {
  const conversation = context.env.CONVERSATION.getByName(conversationId)
  const link = await conversation.takeLink({ seq, fetchId })
  if (link) await conversation.storePreview({ seq, fetchId }, await load(link, context))
}

async function load({ url, authorId }: { url: string; authorId: string }, { env, db, settings }: Context): Promise<LinkPreview | null> {
  // Nobody should use us to flood another site.
  const { success } = await env.ACCOUNT_LIMIT.limit({ key: `link-preview ${authorId}` })
  // The sites of communities are ours too.
  if (!success || (await findTeamByHost(db, hostOf(new URL(url)))) !== null) return null
  const page = await fetchPage(url, { rules: makeSiteRules(settings, 'pages'), userAgent: `Gather link previews (${settings.productUrl})` })
  return page && makePreview(url, page)
}
