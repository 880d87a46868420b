import { useMutation } from '@tanstack/react-query'
import { Bell, BellRing } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { showFailure } from '../ui/show-failure.ts'
import { followingSeries } from './queries.ts'

type FollowSeriesButtonProps = { seriesId: string; eventId: string; isFollowed: boolean }

/** Follows the series of a game. It is pressed while the viewer follows it. */
export function FollowSeriesButton({ seriesId, eventId, isFollowed }: FollowSeriesButtonProps) {
  const { mutate } = useMutation(followingSeries(seriesId, eventId))
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button size="small" aria-pressed={isFollowed} onClick={() => mutate(!isFollowed, { onError: showFailure })}>
        {isFollowed ? <BellRing size={16} aria-hidden="true" /> : <Bell size={16} aria-hidden="true" />}
        {isFollowed ? 'Following' : 'Follow this series'}
      </Button>
      <p className="min-w-0 flex-1 basis-48 text-small text-soft">
        You hear of new dates, and of a free seat where it was full. Only you see this.
      </p>
    </div>
  )
}
