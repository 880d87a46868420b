import { type LucideIcon, MapPin, Search } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useContext, useEffect, useEffectEvent, useState } from 'react'
import { ComboBox as AriaComboBox, ComboBoxStateContext, Input } from 'react-aria-components/ComboBox'
import { Group } from 'react-aria-components/Group'
import { Label } from 'react-aria-components/Label'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Text } from 'react-aria-components/Text'
import { joinClasses } from './class-names.ts'
import { controlClasses, FieldError } from './field.tsx'
import { optionClasses, popoverClasses } from './overlay-classes.ts'
import { Spinner } from './spinner.tsx'

export type ComboBoxProps<Item extends object> = {
  label: string
  /** What screen readers call the field when `label` is not shown, or when it needs more words than `label`. */
  inputLabel?: string
  isLabelHidden?: boolean
  placeholder?: string
  /** What the list shows now; the caller fetches it for `inputValue`. */
  items: readonly Item[]
  getKey: (item: Item) => string
  getText: (item: Item) => string
  renderItem?: (item: Item) => ReactNode
  inputValue: string
  onInputChange: (text: string) => void
  /** An item when one is picked, null as soon as the text no longer is that item. */
  onPick: (item: Item | null) => void
  /** For a form that is opened with something picked already. */
  defaultPicked?: Item | null
  isLoading?: boolean
  emptyText?: string
  error?: string | undefined
  description?: ReactNode
  autoFocus?: boolean
  isDisabled?: boolean
  name?: string
  /** `large` is the round search field that a page opens with. */
  size?: 'normal' | 'large'
  /** For a list of anything but places. */
  icon?: LucideIcon
  className?: string
}

const pickOneText = 'Choose one from the list.'

/**
 * A field whose value must come from a list. React Aria would put the last pick back when something else is typed and left;
 * here the typed words stay, the pick is gone, and a sentence says what to do.
 */
export function ComboBox<Item extends object>(props: ComboBoxProps<Item>) {
  const { label, inputLabel, isLabelHidden = false, placeholder, items, getKey, getText, inputValue, onInputChange, onPick } = props
  const { isLoading = false, emptyText = 'No results.', error, description, autoFocus = false, isDisabled = false, name, className } = props
  const isLarge = props.size === 'large'
  const [lastPick, setLastPick] = useState<Item | null>(props.defaultPicked ?? null)
  const [hasLeft, setHasLeft] = useState(false)

  const picked = lastPick && getText(lastPick) === inputValue ? lastPick : null

  const change = (text: string) => {
    setHasLeft(false)
    onInputChange(text)
    if (picked && text !== getText(picked)) {
      setLastPick(null)
      onPick(null)
    }
  }
  // React Aria reports "no selection" whenever the field is left with free text. The pick is cleared by typing alone.
  const select = (key: unknown) => {
    const item = items.find((candidate) => getKey(candidate) === key)
    if (!item) return
    setLastPick(item)
    setHasLeft(false)
    onInputChange(getText(item))
    onPick(item)
  }

  const isTyped = inputValue.trim() !== ''
  const shownError = error ?? (hasLeft && isTyped && !picked ? pickOneText : undefined)
  const isEmpty = items.length === 0
  const Icon = props.icon ?? (isLarge ? Search : MapPin)

  return (
    <AriaComboBox
      items={items}
      inputValue={inputValue}
      onInputChange={change}
      value={picked ? getKey(picked) : null}
      onChange={select}
      allowsCustomValue
      allowsEmptyCollection={isTyped && !picked}
      isInvalid={Boolean(shownError)}
      validationBehavior="aria"
      isDisabled={isDisabled}
      autoFocus={autoFocus}
      onBlur={() => setHasLeft(true)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') setHasLeft(true)
      }}
      {...(inputLabel || isLabelHidden ? { 'aria-label': inputLabel ?? label } : {})}
      {...(name ? { name } : {})}
      className={joinClasses('grid gap-1.5', className)}
    >
      {!isLabelHidden && <Label className="text-small font-strong">{label}</Label>}
      <Group
        className={
          isLarge
            ? joinClasses(
                'flex h-15 items-center gap-3 rounded-full border bg-card pr-5 pl-5.5 shadow-card transition-[border-color] duration-100 focus-within:outline-[2.5px] focus-within:outline-offset-2 focus-within:outline-court',
                shownError ? 'border-bad' : 'border-line hover:border-edge',
              )
            : controlClasses(
                Boolean(shownError),
                'flex h-11.5 items-center gap-2.5 px-3.5 focus-within:outline-[2.5px] focus-within:outline-offset-2 focus-within:outline-court',
              )
        }
      >
        <Icon size={isLarge ? 21 : 18} aria-hidden="true" className="flex-none text-soft" />
        <ReopeningInput
          canOpen={isTyped && !picked}
          isLoading={isLoading}
          {...(placeholder ? { placeholder } : {})}
          className={joinClasses(
            'h-full min-w-0 flex-1 truncate bg-transparent outline-none focus-visible:outline-none',
            isLarge && 'text-lead',
          )}
        />
        {isLoading && <Spinner className="flex-none text-soft" />}
      </Group>
      {shownError && (
        <Text slot="errorMessage">
          <FieldError>{shownError}</FieldError>
        </Text>
      )}
      {description && (
        <Text slot="description" className="text-small text-soft">
          {description}
        </Text>
      )}
      <span role="status" className="sr-only">
        {isTyped && !picked && (isLoading ? 'Searching' : isEmpty ? emptyText : '')}
      </span>
      <Popover offset={8} className={popoverClasses('w-(--trigger-width)')}>
        <ListBox
          className="outline-none"
          renderEmptyState={() => <p className="px-3 py-2.5 text-soft">{isLoading ? 'Searching…' : emptyText}</p>}
        >
          {(item: Item) => (
            <ListBoxItem id={getKey(item)} textValue={getText(item)} className={optionClasses()}>
              {props.renderItem ? props.renderItem(item) : getText(item)}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaComboBox>
  )
}

/** Scrolling closes the list. With no arrow keys at hand, as on a phone, a tap into the field brings it back. */
function ReopeningInput({ canOpen, isLoading, ...rest }: ComponentProps<typeof Input> & { canOpen: boolean; isLoading: boolean }) {
  const state = useContext(ComboBoxStateContext)
  const enter = useEnter({ canOpen, isLoading })
  return (
    <Input
      {...rest}
      {...enter}
      onClick={() => {
        if (canOpen && state && !state.isOpen) state.open(null, 'manual')
      }}
    />
  )
}

/**
 * React Aria takes Enter with nothing highlighted for "these words are it" and closes the list. Here it asks for the first
 * of the list, also of one that is still on its way: who types fast presses Enter twice.
 */
function useEnter({ canOpen, isLoading }: { canOpen: boolean; isLoading: boolean }) {
  const state = useContext(ComboBoxStateContext)
  const [asked, setAsked] = useState<string | null>(null)
  const first = state?.collection.getFirstKey() ?? null
  const isDue = canOpen && !isLoading && first !== null && asked === state?.inputValue
  const highlight = useEffectEvent((key: typeof first) => {
    if (!state) return
    if (!state.isOpen) return state.open('first', 'manual')
    // An open list that gets its first items highlights none by itself: what is asked for here has to come after that.
    const timer = setTimeout(() => state.selectionManager.setFocusedKey(key))
    return () => clearTimeout(timer)
  })
  // Once for each answer, whatever is done with the list afterwards.
  useEffect(() => (isDue ? highlight(first) : undefined), [isDue, first])
  return {
    onKeyDownCapture: (event: KeyboardEvent<HTMLInputElement>) => {
      const isPlainEnter = event.key === 'Enter' && !event.nativeEvent.isComposing
      if (!isPlainEnter) return setAsked(null)
      if (!state || !canOpen || state.selectionManager.focusedKey !== null || (!isLoading && first === null)) return
      event.preventDefault()
      event.stopPropagation()
      setAsked(state.inputValue)
    },
    onBlurCapture: () => setAsked(null),
  }
}
