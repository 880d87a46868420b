import type { QueryClient } from '@tanstack/react-query'
import type { ConnectionState } from '../../domain/connections/contract.ts'
import type { EndorsementKind } from '../../domain/endorsements/contract.ts'
import type { PublicProfile } from '../../domain/profiles/public-contract.ts'
import { publicProfile } from './queries.ts'

type Change = (profile: PublicProfile) => PublicProfile

/** Changes the profile on screen before the server has saved the change. */
export async function changeShownProfile(client: QueryClient, userId: string, change: Change): Promise<void> {
  const { queryKey } = publicProfile(userId)
  // A request that is still loading would bring the state before this change.
  await client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, (shown) => shown && change(shown))
}

/** Each of these changes can be applied again without effect, so that one change can be undone without undoing another. */
export const withFollowing =
  (isFollowing: boolean): Change =>
  (profile) =>
    profile.isFollowing === isFollowing
      ? profile
      : { ...profile, isFollowing, followers: Math.max(0, profile.followers + (isFollowing ? 1 : -1)) }

export const withConnection =
  (connection: ConnectionState | null): Change =>
  (profile) => ({ ...profile, connection })

export const withEndorsement =
  (kind: EndorsementKind, isMine: boolean): Change =>
  (profile) => {
    const before = profile.endorsements.find((one) => one.kind === kind) ?? { kind, count: 0, isMine: false }
    if (before.isMine === isMine) return profile
    const after = { kind, isMine, count: Math.max(0, before.count + (isMine ? 1 : -1)) }
    return { ...profile, endorsements: [...profile.endorsements.filter((one) => one.kind !== kind), after] }
  }
