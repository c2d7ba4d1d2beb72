import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeCommands } from './run.ts'

test('a command that is named is described as among all commands', async () => {
  const all = (await describeCommands()).commands
  assert.ok(all.length >= 14)
  for (const command of all) {
    const { commands: ofGroup } = await describeCommands(command.name())
    assert.ok(ofGroup.length < all.length, `${command.name()} loads only its group`)
    const alone = ofGroup.find((one) => one.name() === command.name())
    assert.equal(alone?.helpInformation(), command.helpInformation())
  }
})

test('a name that no command has is looked for among all', async () => {
  assert.equal((await describeCommands('serv')).commands.length, (await describeCommands()).commands.length)
})
