// The official SDK for Node, as it comes, against the service that OPENAI_BASE_URL and OPENAI_API_KEY name.
import assert from "node:assert/strict";
import OpenAI, { toFile } from "openai";

const client = new OpenAI();
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

async function finished(id) {
  for (;;) {
    const task = await client.videos.retrieve(id);
    if (task.status === "completed" || task.status === "failed") return task;
    await pause(50);
  }
}

const made = await client.videos.create({ model: "clip-3.0", prompt: "boats", seconds: "4", size: "1280x720" });
assert.equal(made.status, "queued");
assert.equal(made.progress, 0);
assert.equal(made.seconds, "4");
const done = await finished(made.id);
assert.equal(done.status, "completed");
assert.equal(done.progress, 100);
assert.equal(done.size, "1280x720");
const clip = Buffer.from(await (await client.videos.downloadContent(made.id)).arrayBuffer());
assert.equal(clip.subarray(4, 8).toString(), "ftyp");

// Fields that the SDK does not know go along as parts of the form.
const loud = await client.videos.create({ model: "clip-2.6", prompt: "boats", resolution: "1080P", audio: true, aspect_ratio: "9:16" });
assert.equal((await finished(loud.id)).size, "1080x1920");

const framed = await client.videos.create({ model: "clip-3.0", prompt: "boats", input_reference: { image_url: "http://127.0.0.1:1/none.png" } });
const failed = await finished(framed.id);
assert.equal(failed.status, "failed");
assert.match(failed.error.message, /first frame could not be fetched/);

await assert.rejects(client.videos.create({ model: "clip-3.0", prompt: "boats", seconds: "2" }), OpenAI.BadRequestError);
await assert.rejects(
  client.videos.create({ model: "clip-3.0", prompt: "boats", input_reference: await toFile(Buffer.from("x"), "a.png") }),
  /input_reference must be an HTTP\(S\) URL/,
);
await assert.rejects(client.videos.retrieve("task_none"), OpenAI.NotFoundError);
await assert.rejects(new OpenAI({ apiKey: "wrong" }).videos.retrieve(made.id), OpenAI.AuthenticationError);

const picture = await client.images.generate({ model: "genimage-2.5-flare", prompt: "a fox", size: "512x512", quality: "low" });
assert.equal(picture.data.length, 1);
assert.ok(picture.usage.total_tokens > 0);
const file = Buffer.from(await (await fetch(picture.data[0].url)).arrayBuffer());
assert.equal(file.subarray(1, 4).toString(), "PNG");
const inline = await client.images.generate({ model: "genimage-2.5-flare", prompt: "a fox", size: "512x512", n: 1, response_format: "b64_json" });
assert.equal(Buffer.from(inline.data[0].b64_json, "base64").subarray(1, 4).toString(), "PNG");

const one = await client.images.edit({ model: "genimage-2.5-flare", prompt: "night", image: await toFile(file, "fox.png", { type: "image/png" }) });
assert.ok(one.data[0].url);
const two = await client.images.edit({
  model: "genimage-2.5-flare", prompt: "both",
  image: [await toFile(file, "a.png", { type: "image/png" }), await toFile(file, "b.png", { type: "image/png" })],
});
assert.equal(two.usage.input_tokens_details.image_tokens, 2 * one.usage.input_tokens_details.image_tokens);

console.log("all good");
