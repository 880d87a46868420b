-- A known device is a browser with its own secret. The user agent, which was stored until now, can be copied. The old rows match no
-- browser any more, so the next sign-in on each device sends one more email.
ALTER TABLE `known_devices` RENAME COLUMN `user_agent_hash` TO `browser_hash`;
