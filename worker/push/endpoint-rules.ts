import type { EndpointRules } from '../../domain/push/judge-endpoint.ts'
import type { Settings } from '../platform/settings.ts'

/** Which endpoints this server sends to. In production, there is no sandbox. */
export const makeEndpointRules = ({ sandboxUrl }: Settings): EndpointRules => ({
  sandboxPush: sandboxUrl === null ? null : `${sandboxUrl}/push`,
})
