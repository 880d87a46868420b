import { lazy, Suspense } from 'react'
import { findGameLinks } from '../../domain/messages/game-links.ts'
import { MessageFiles, UnsentFiles } from './files/message-files.tsx'
import { GameCardLoading } from './game-card-loading.tsx'
import type { MessageActions } from './message-actions.ts'
import { PollLoading } from './poll-loading.tsx'
import { PreviewCard } from './preview-card.tsx'
import type { ShownMessage } from './rows.ts'

const GameCard = lazy(() => import('./game-card.tsx'))
const PollView = lazy(() => import('./poll-view.tsx'))

type BelowTextProps = { conversationId: string; message: ShownMessage; isOwn: boolean; mayWrite: boolean; actions: MessageActions }

/** What a message has besides its text. A deleted or hidden one has nothing. */
export function BelowText({ conversationId, message, isOwn, mayWrite, actions }: BelowTextProps) {
  const { text, poll, preview, files, unsentFiles, author } = message
  if (text === null) return null
  return (
    <>
      {findGameLinks(text, actions.game.hosts).map((eventId) => (
        <Suspense key={eventId} fallback={<GameCardLoading />}>
          <GameCard eventId={eventId} onOpenDialog={(name) => actions.game.openDialog(eventId, name)} />
        </Suspense>
      ))}
      {poll && (
        <Suspense fallback={<PollLoading poll={poll} />}>
          <PollView message={message} poll={poll} isOwn={isOwn} mayVote={mayWrite} actions={actions} />
        </Suspense>
      )}
      {preview && <PreviewCard preview={preview} />}
      {files && <MessageFiles conversationId={conversationId} files={files} />}
      {unsentFiles && <UnsentFiles viewerId={author.id} files={unsentFiles} />}
    </>
  )
}
