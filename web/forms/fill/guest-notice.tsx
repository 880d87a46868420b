import { type ReactNode, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { gamePath } from '../../../domain/forms/paths.ts'
import { LinkButton } from '../../ui/button.tsx'
import { pageFrame } from '../../ui/page-frame.tsx'

/** Why a guest of a game cannot fill the form by this code. */
export function GuestNotice({ title, children }: { title: string; children: ReactNode }) {
  const game = useSearchParams()[0].get('game')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={pageFrame('narrow', 'grid justify-items-start gap-4 pt-6 sm:pt-12')}>
      <h1 ref={heading} tabIndex={-1} className="outline-none">
        {title}
      </h1>
      <p className="wrap-anywhere">{children}</p>
      {game !== null && <LinkButton to={gamePath(game)}>Back to the game</LinkButton>}
    </div>
  )
}
