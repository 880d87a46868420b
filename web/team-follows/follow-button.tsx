import { useMutation } from '@tanstack/react-query'
import { Bell, BellRing } from 'lucide-react'
import type { TeamDetail } from '../../domain/teams/detail-contract.ts'
import { Button } from '../ui/button.tsx'
import { followingTeam } from './queries.ts'

/** Follows a community without joining it. */
export default function FollowButton({ team: { id, isFollowing } }: { team: Pick<TeamDetail, 'id' | 'isFollowing'> }) {
  const { mutate } = useMutation(followingTeam(id))
  return (
    <>
      <Button aria-pressed={isFollowing} onClick={() => mutate(!isFollowing)}>
        {isFollowing ? <BellRing size={18} aria-hidden="true" /> : <Bell size={18} aria-hidden="true" />}
        {isFollowing ? 'Following' : 'Follow'}
      </Button>
      <p className="text-small text-soft">Followers hear of its new public games.</p>
    </>
  )
}
