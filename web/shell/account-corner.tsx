import { lazy, Suspense, useState } from 'react'
import type { Viewer } from '../../domain/access/contract.ts'
import { useConfig, useViewer } from '../app-state.ts'
import { lazyAfterPaint } from '../ui/after-paint.ts'
import { Avatar } from '../ui/avatar.tsx'
import { LinkButton } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { useSignInLinks } from './use-sign-in-links.ts'

const loadMenu = () => import('../accounts/account-menu.tsx')
const AccountMenu = lazy(loadMenu)
const Bell = lazyAfterPaint(async () => (await import('../notifications/bell.tsx')).Bell)

/** The end of the top bar: buttons to sign in, or the notification bell and the picture of the signed-in user. */
export function AccountCorner() {
  const viewer = useViewer()
  const { host } = useConfig()
  // The domain of a community has neither notifications nor the pages of the menu.
  if (!viewer || host !== 'product') return <SignInButtons />
  return (
    <>
      <Suspense fallback={<span className="size-11" />}>
        <Bell />
      </Suspense>
      <AccountButton viewer={viewer} />
    </>
  )
}

function SignInButtons() {
  const links = useSignInLinks()
  if (!links) return null
  return (
    <div className="flex items-center gap-1.5">
      <LinkButton variant="quiet" size="small" to={links.login} className="max-[22rem]:hidden">
        Log in
      </LinkButton>
      <LinkButton variant="primary" size="small" to={links.signUp}>
        Sign up
      </LinkButton>
    </div>
  )
}

/** The user's picture as a button. The code of the menu is loaded when the button is first pressed. */
function AccountButton({ viewer }: { viewer: Viewer }) {
  const [isMenuLoaded, setMenuLoaded] = useState(false)
  const button = (
    <IconButton
      label="Your account"
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void loadMenu()}
      onFocus={() => void loadMenu()}
      onClick={() => setMenuLoaded(true)}
    >
      <Avatar face={viewer} isDecorative />
    </IconButton>
  )
  if (!isMenuLoaded) return button
  return (
    <Suspense fallback={button}>
      <AccountMenu viewer={viewer} />
    </Suspense>
  )
}
