"""spheretree completion: shells offer what the tool understands."""

import re
import subprocess
import unittest

from tree_tool import TOOL, run


def completions(words, current):
    """What bash would offer for the line, with the script that the tool prints."""
    line = " ".join(f"'{word}'" for word in words)
    script = (
        f"source <('{TOOL}' completion bash); COMP_WORDS=({line} '{current}'); COMP_CWORD={len(words)};"
        ' _spheretree; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    said = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60)
    return set(said.stdout.split())


class CompletionTest(unittest.TestCase):
    def verbs(self):
        listed = run("--help").stdout.split("Subcommands:")[1]
        return set(re.findall(r"^  ([a-z]+)", listed, re.MULTILINE))

    def test_bash_offers_every_verb_and_its_options(self):
        self.assertLessEqual(self.verbs(), completions(["spheretree"], ""))
        self.assertEqual(completions(["spheretree"], "ba"), {"bake", "batch"})
        for verb in self.verbs():
            named = set(re.findall(r"^  .*?(--[a-z-]+)", run(verb, "--help").stdout.split("Examples")[0], re.MULTILINE))
            self.assertLessEqual(named, completions(["spheretree", verb], "-"), verb)

    def test_files_are_left_to_the_shell(self):
        self.assertEqual(completions(["spheretree", "bake"], "bunny"), set())

    def test_fish_names_every_verb(self):
        script = run("completion", "fish").stdout
        for verb in self.verbs():
            self.assertRegex(script, rf"-a {verb} ")

    def test_an_unknown_shell_is_a_sentence(self):
        self.assertEqual(run("completion", "csh").returncode, 2)


if __name__ == "__main__":
    unittest.main()
