import { lazy, Suspense, useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import { isShortcut } from '../ui/is-shortcut.ts'
import { useLazyOpen } from '../ui/use-lazy-open.ts'
import { useHostGame, useNavigation } from './navigation.ts'

const ShortcutList = lazy(() => import('./shortcut-list.tsx'))

/** How long “g” waits for the letter of a page, in milliseconds. */
const maxPause = 1500

/** “?” lists the shortcuts. “g” and a letter go to a page. The slash key belongs to the fields that it focuses. */
export function Shortcuts() {
  const list = useLazyOpen()
  const navigate = useNavigate()
  const hostGame = useHostGame()
  const pages = [...useNavigation(), ...(hostGame ? [hostGame] : [])]
  const pressedGoAt = useRef(Number.NEGATIVE_INFINITY)
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || !isShortcut(event)) return
    const isSecondKey = event.timeStamp - pressedGoAt.current < maxPause
    pressedGoAt.current = Number.NEGATIVE_INFINITY
    const page = isSecondKey && pages.find(({ letter }) => letter === event.key)
    if (page) {
      event.preventDefault()
      void navigate(page.to)
    } else if (event.key === 'g') {
      pressedGoAt.current = event.timeStamp
    } else if (event.key === '?') {
      event.preventDefault()
      list.open()
    }
  })
  useEffect(() => {
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
  if (!list.wasOpened) return null
  return (
    <Suspense>
      <ShortcutList pages={pages} isOpen={list.isOpen} onClose={list.close} />
    </Suspense>
  )
}
