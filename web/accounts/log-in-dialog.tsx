import { Link, useLocation } from 'react-router'
import { addReturnPath } from '../../domain/access/rules.ts'
import type { DialogProps } from '../events/dialogs.tsx'
import { GameSummary } from '../events/game-summary.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { EmailMeALink } from './email-me-a-link.tsx'
import { GoogleButton } from './google-button.tsx'

/**
 * For somebody who opened a link of a player where they are not signed in: their mail opened another browser than the one in which they
 * took their seat. Newcomers have no password, so an email comes first.
 */
export default function LogInDialog({ event, onClose }: DialogProps) {
  const { search } = useLocation()
  const wish = new URLSearchParams(search).get('open') === 'leave' ? 'leave' : 'ticket'
  const next = `/evt/${event.id}?open=${wish}`
  return (
    <Dialog title={wish === 'leave' ? 'Log in to leave the game' : 'Log in to see your ticket'} isOpen onClose={onClose} width={480}>
      <div className="grid gap-5 pt-1 pb-2">
        <GameSummary event={event} />
        <p>
          This link is for people who have a seat in this game, and you are not logged in here. Is it yours? Enter the email of your seat,
          and we send you a link that logs you in and brings you back.
        </p>
        <EmailMeALink next={next} />
        <p className="text-small text-soft">
          Do you have a password?{' '}
          <Link to={addReturnPath('/login', next)} className="font-strong text-court underline-offset-3 hover:underline">
            Log in with it
          </Link>
        </p>
        <GoogleButton next={next} />
      </div>
    </Dialog>
  )
}
