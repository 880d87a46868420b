import { Button } from '../../ui/button.tsx'
import type { JoinProps } from './card-links.tsx'
import { StatusBox } from './status-box.tsx'

/** What stands in place of the seats after the game. */
export function GameOver({ event, open }: JoinProps) {
  const wasIn = event.live.mine?.state === 'going'
  return (
    <StatusBox title="This game is over">
      {wasIn && (
        <>
          <p className="text-small text-soft">Thank you for playing. You can endorse the people you played with.</p>
          <Button onClick={() => open('people')} aria-haspopup="dialog" className="w-full">
            Endorse players
          </Button>
        </>
      )}
    </StatusBox>
  )
}
