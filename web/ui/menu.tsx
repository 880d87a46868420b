import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Menu as AriaMenu, MenuItem, type MenuItemProps, MenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { Separator } from 'react-aria-components/Separator'
import { Text } from 'react-aria-components/Text'
import { type To, useNavigate } from 'react-router'
import { type ButtonSize, type ButtonVariant, buttonClasses } from './button.tsx'
import { joinClasses } from './class-names.ts'
import { iconButtonClasses } from './icon-button.tsx'
import { optionClasses, popoverClasses } from './overlay-classes.ts'

export type MenuEntry = {
  id: string
  label: string
  hint?: string
  icon?: ReactNode
  isDangerous?: boolean
  isDisabled?: boolean
  /** Why the person may not do this. The entry can still be reached and read, but does nothing. */
  refusal?: string
  /** Draws a thin line above the entry, to separate it from the entries before it. */
  startsGroup?: boolean
} & ({ onPress: () => void; to?: never } | { to: To; onPress?: never })

/** React Aria skips disabled entries, so that nobody could read why. This entry is only named as disabled. */
const refusedProps: Pick<MenuItemProps, 'shouldCloseOnSelect' | 'render'> = {
  shouldCloseOnSelect: false,
  render: (props) => ('href' in props ? <a {...props} aria-disabled /> : <div {...props} aria-disabled />),
}

type MenuProps = {
  /** The name of the button and the menu, for screen readers. */
  label: string
  entries: readonly MenuEntry[]
  /** The content of the button. Without `variant`, it is a round icon button. */
  children: ReactNode
  variant?: ButtonVariant
  size?: ButtonSize
  className?: string
  /** Set this for a menu whose code loads when its button is pressed. It then takes the focus and opens as soon as it is there. */
  opensOnMount?: boolean
}

export function Menu({ label, entries, children, variant, size, className, opensOnMount = false }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!opensOnMount) return
    button.current?.focus()
    setOpen(true)
  }, [opensOnMount])
  const navigate = useNavigate()
  const runEntry = (entry: MenuEntry) => {
    if (entry.refusal !== undefined) return
    if (entry.to === undefined) entry.onPress()
    else void navigate(entry.to)
  }
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button ref={button} aria-label={label} className={variant ? buttonClasses(variant, size, className) : iconButtonClasses(className)}>
        {children}
      </Button>
      <Popover offset={6} placement="bottom end" className={popoverClasses('min-w-52 max-w-[min(22rem,calc(100vw-1.5rem))]')}>
        <AriaMenu aria-label={label} className="outline-none">
          {entries.map((entry) => (
            <Fragment key={entry.id}>
              {entry.startsGroup && <Separator className="mx-3 my-1.5 h-px bg-line" />}
              <MenuItem
                id={entry.id}
                textValue={entry.label}
                isDisabled={entry.isDisabled ?? false}
                onAction={() => runEntry(entry)}
                {...(entry.refusal === undefined ? {} : refusedProps)}
                className={optionClasses(
                  entry.refusal === undefined ? (entry.isDangerous ? 'text-bad!' : undefined) : 'cursor-not-allowed text-soft!',
                )}
              >
                {entry.icon && <span className={joinClasses('flex-none', !entry.isDangerous && 'text-soft')}>{entry.icon}</span>}
                {entry.refusal === undefined ? (
                  <span className="grid">
                    <span className="font-medium">{entry.label}</span>
                    {entry.hint && <span className="text-small text-soft">{entry.hint}</span>}
                  </span>
                ) : (
                  <span className="grid">
                    <Text slot="label" className="font-medium">
                      {entry.label}
                    </Text>
                    <Text slot="description" className="text-small wrap-anywhere">
                      {entry.refusal}
                    </Text>
                  </span>
                )}
              </MenuItem>
            </Fragment>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}
