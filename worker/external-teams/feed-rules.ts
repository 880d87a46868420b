import type { FeedRules } from '../../domain/external-teams/judge-feed-url.ts'
import type { Settings } from '../platform/settings.ts'

/** Which addresses this server may open. In production, there is no sandbox. */
export const makeFeedRules = ({ productHosts, sandboxUrl }: Settings): FeedRules => ({
  ownHosts: new Set(productHosts.keys()),
  sandboxFeeds: sandboxUrl === null ? null : `${sandboxUrl}/feeds`,
})
