import { useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { isNotFound } from '../api.ts'
import { useViewer } from '../app-state.ts'
import { useTitle } from '../shell/use-title.ts'
import { Beans } from '../ui/beans.tsx'
import { LinkButton } from '../ui/button.tsx'
import { PageError, pageFrame } from '../ui/page-frame.tsx'
import { UnblockButton } from './block-person.tsx'
import { ProfileActions } from './profile-actions.tsx'
import { ActivitySection, BadgeSection, Bio, EndorsementSection } from './profile-body.tsx'
import { ProfileGames } from './profile-games.tsx'
import { ProfileCover, ProfileHead } from './profile-head.tsx'
import { ProfileLoading } from './profile-loading.tsx'
import { ProfileTeams } from './profile-teams.tsx'
import { type ProfileSight, publicProfile } from './queries.ts'
import { SeenByOthers } from './seen-by-others.tsx'

/** A public profile. Without an id in the URL it shows the viewer's own profile. */
export default function ProfilePage() {
  const viewer = useViewer()
  const { userId = viewer?.id } = useParams()
  const [search] = useSearchParams()
  if (userId === undefined) return null
  const isMe = userId === viewer?.id
  const sight = isMe && search.get('as') === 'others' ? 'others' : 'mine'
  return <Profile key={`${userId} ${sight}`} userId={userId} isMe={isMe} sight={sight} />
}

function Profile({ userId, isMe, sight }: { userId: string; isMe: boolean; sight: ProfileSight }) {
  const { data: profile, error, isFetching, refetch } = useQuery(publicProfile(userId, sight))
  useTitle(profile?.displayName ?? null)
  if (isNotFound(error)) return isMe ? <ProfileIncomplete /> : <UserNotFound />
  if (!profile) {
    if (!error) return <ProfileLoading />
    return <PageError error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  }
  if (profile.isBlockedByMe) {
    return (
      <article className={pageFrame('wide', 'grid gap-4 pt-8')}>
        <ProfileHead profile={profile} />
        <p className="text-soft">You have blocked {profile.displayName}. You cannot see or contact each other.</p>
        {profile.blockId !== null && <UnblockButton blockId={profile.blockId} />}
      </article>
    )
  }
  return (
    <article className={pageFrame('wide', 'lg:grid lg:grid-cols-[minmax(0,1fr)_19rem] lg:gap-x-12 lg:pt-8')}>
      <div className="lg:col-start-1">
        <ProfileCover profile={profile} />
        <ProfileHead profile={profile} isOnCover />
      </div>
      {sight === 'others' ? <SeenByOthers profile={profile} /> : <ProfileActions profile={profile} />}
      <div className="mt-7 grid gap-9 lg:col-start-1 lg:mt-6 lg:gap-11">
        <Bio profile={profile} />
        <ActivitySection profile={profile} />
        <ProfileGames profile={profile} />
        <ProfileTeams profile={profile} sight={sight} />
        <EndorsementSection profile={profile} />
        <BadgeSection profile={profile} />
      </div>
    </article>
  )
}

function UserNotFound() {
  useTitle('User not found')
  return (
    <MessagePage heading="User not found" text="They may have deleted their account, or the link may be wrong.">
      <LinkButton to="/connect">My connections</LinkButton>
      <LinkButton to="/">Home</LinkButton>
    </MessagePage>
  )
}

/** A user who has not set up their account has no public profile. */
function ProfileIncomplete() {
  return (
    <MessagePage heading="Your profile is not complete" text="Add your name and your sports so that others can find you.">
      <LinkButton variant="primary" to="/settings?tab=general">
        Set up my profile
      </LinkButton>
    </MessagePage>
  )
}

function MessagePage({ heading, text, children }: { heading: string; text: string; children: React.ReactNode }) {
  return (
    <div className="grid min-h-[60dvh] place-items-center px-6">
      <div className="max-w-[420px]">
        <Beans size={104} mood="sad" />
        <h1 className="mt-5 text-[1.875rem]">{heading}</h1>
        <p className="mt-3 text-[1.125rem] text-soft">{text}</p>
        <p className="mt-5.5 flex flex-wrap gap-3">{children}</p>
      </div>
    </div>
  )
}
