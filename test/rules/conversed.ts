import { sendPicture } from '../factories/attachments.ts'
import { makeConversation, startConversation, write } from '../factories/conversations.ts'
import type { World } from './permission-requests.ts'

const made = new WeakMap<World, Promise<string>>()

/** The owner's conversation with the joinee, whose first message is the owner's. */
export async function makeConversed(world: World): Promise<string> {
  const { owner, joinee } = world
  const known = made.get(world) ?? makeConversation([owner, 'olive.owner'], [joinee, 'jo.joinee'])
  made.set(world, known)
  return known
}

/** A request to the owner of somebody new. */
export async function makeMessageRequest({ stack }: World): Promise<string> {
  const stranger = await stack.signIn(`s${crypto.randomUUID().slice(0, 8)}`)
  const { id } = await startConversation(stranger, 'olive.owner')
  await write(stranger, id, 'May I ask about your notes?')
  return id
}

/** A picture that the owner uploaded for the joinee, and that was checked. */
export async function makeAttachment(world: World): Promise<string> {
  return sendPicture(world.owner, await makeConversed(world))
}
