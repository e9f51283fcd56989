import { sendPicture } from '../factories/attachments.ts'
import { makeConversation, startConversation, write } from '../factories/conversations.ts'
import type { Stack } from '../harness/stack.ts'
import { lasting } from './lasting.ts'
import type { World } from './world.ts'

const made = new WeakMap<Stack, Promise<string>>()

/** The owner's conversation with the joinee; the owner wrote first. */
export async function makeConversed(world: World): Promise<string> {
  const { stack, owner, joinee } = world
  const known = made.get(stack) ?? makeConversation([owner, 'olive.owner'], [joinee, 'jo.joinee'])
  made.set(stack, known)
  return known
}

/** A request to the owner from somebody new. */
export const makeMessageRequest = lasting(async ({ stack }) => {
  const stranger = await stack.signIn(`s${crypto.randomUUID().slice(0, 8)}`)
  const { id } = await startConversation(stranger, 'olive.owner')
  await write(stranger, id, 'May I ask about your notes?')
  return id
})

/** A checked picture that the owner uploaded for the joinee. */
export const makeAttachment = lasting(async world => sendPicture(world.owner, await makeConversed(world)))
